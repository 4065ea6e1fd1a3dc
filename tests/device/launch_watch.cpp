// SPDX-License-Identifier: MIT
// Marks are numbers here, and those up to `ended` have ended.
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/launch_watch.hpp>

namespace ls = lockstep;

namespace {

struct queue {
    int ended = 0, asked = 0;
    auto has_ended() {
        return [this](int mark, std::set<std::string> const& kernels) {
            ++asked;
            if (kernels.contains("bad")) {
                throw std::logic_error("bad");
            }
            return mark <= ended;
        };
    }
};

}  // namespace

TEST_CASE("a wait ends when all marks have") {
    queue q;
    ls::launch_watch<int> watch("lockstep::x", 1000);
    watch.wait(q.has_ended());
    for (int mark = 1; mark <= 3; ++mark) {
        CHECK(watch.launched("a") == 1);
        CHECK(watch.launched("b") == 2);
        watch.mark(mark);
        CHECK(watch.unmarked() == 0);
    }
    int rounds = 0;
    watch.wait([&](int mark, std::set<std::string> const& kernels) {
        CHECK(kernels == std::set<std::string>{"a", "b"});
        return mark <= ++rounds / 5;  // each only when it is asked again
    });
    CHECK(rounds >= 15);
    q.asked = 0;
    watch.wait(q.has_ended());
    CHECK(q.asked == 0);
}

TEST_CASE("a kernel that does not end in time is named, at once when it is waited for again, until it has ended") {
    queue q;
    ls::launch_watch<int> watch("lockstep::x", 0.02);
    watch.launched("first");
    watch.mark(1);
    watch.launched("second");
    watch.launched("third");
    watch.launched("second");
    watch.mark(2);
    q.ended = 1;
    std::string const said = "lockstep::x: the kernel second or third has not ended after 0.02 s and may never end: if it only "
                             "takes long, set time_limit in "
                             "the device's configuration to more seconds, or to 0 to wait for ever";
    CHECK_THROWS_WITH_AS(watch.wait(q.has_ended()), said.c_str(), ls::kernel_without_end);
    CHECK(q.asked > 3);
    q.asked = 0;
    CHECK_THROWS_WITH_AS(watch.wait(q.has_ended()), said.c_str(), ls::kernel_without_end);
    CHECK(q.asked == 1);
    q.ended = 2;
    watch.wait(q.has_ended());
    watch.launched("fourth");
    watch.mark(3);
    q.asked = 0;
    CHECK_THROWS_AS(watch.wait(q.has_ended()), ls::kernel_without_end);
    CHECK(q.asked > 3);  // it has its own time
}

TEST_CASE("without a limit it waits as long as it takes") {
    ls::launch_watch<int> watch("lockstep::x", 0);
    watch.launched("slow");
    watch.mark(1);
    auto const begin = std::chrono::steady_clock::now();
    watch.wait([&](int, auto const&) { return std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(30); });
    CHECK(std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(30));
}

TEST_CASE("a failure is said once") {
    queue q;
    q.ended = 2;
    ls::launch_watch<int> watch("lockstep::x", 1000);
    watch.launched("bad");
    watch.mark(1);
    watch.launched("good");
    watch.mark(2);
    CHECK_THROWS_WITH_AS(watch.wait(q.has_ended()), "bad", std::logic_error);
    CHECK_NOTHROW(watch.wait(q.has_ended()));
}

TEST_CASE("what has ended is forgotten when there is much of it") {
    queue q;
    ls::launch_watch<int> watch("lockstep::x", 1000);
    for (int mark = 1; mark <= 1000; ++mark) {
        watch.launched("a");
        watch.mark(mark);
        q.ended = mark - 300;
        watch.forget(q.has_ended(), 256);
    }
    q.ended = 1000;
    q.asked = 0;
    watch.wait(q.has_ended());
    CHECK(q.asked == 300);
    watch.launched("a");
    watch.mark(1000);
    watch.forget(q.has_ended(), 256);
    CHECK(q.asked == 300);
    watch.forget(q.has_ended(), 0);
    CHECK(q.asked == 301);
}

TEST_CASE("a wait may leave the last marks") {
    queue q;
    ls::launch_watch<int> watch("lockstep::x", 0.02);
    for (int mark = 1; mark <= 5; ++mark) {
        watch.launched("a");
        watch.mark(mark);
    }
    q.ended = 2;
    watch.wait(q.has_ended(), 3);
    CHECK(q.asked == 2);
    watch.wait(q.has_ended(), 3);
    CHECK(q.asked == 2);
    CHECK_THROWS_AS(watch.wait(q.has_ended(), 2), ls::kernel_without_end);
}

TEST_CASE("only a kernel without end keeps its memory") {
    CHECK(ls::has_ended_after([] {}));
    CHECK(ls::has_ended_after([] { throw std::runtime_error("failed"); }));
    CHECK(!ls::has_ended_after([] { throw ls::kernel_without_end("waits"); }));
}
