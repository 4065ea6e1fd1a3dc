// SPDX-License-Identifier: MIT
// NCCL as a communicator, on a driver and an NCCL without cards (tests/support/fake_cuda, tests/support/fake_nccl.cpp). Ranks are
// processes that are forked here.
#include <lockstep/dist/nccl.hpp>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <lockstep/dist/agreement.hpp>
#include <lockstep/dist/one_process.hpp>
#include <tests/support/fake_cuda/fake_cuda.hpp>
#include <tests/support/fake_nccl.hpp>

namespace ls = lockstep;

static_assert(ls::check_communicator<ls::nccl>());

namespace {

std::string const id_file = "nccl_test.id";

/// What body(rank), which returns a text or throws, says in a process of each rank.
template <class Body>
std::vector<std::string> in_processes(std::size_t size, Body body) {
    fake_nccl_prepare(static_cast<int>(size));
    std::remove(id_file.c_str());
    std::vector<int> from(size);
    std::vector<pid_t> processes(size);
    for (std::size_t rank = 0; rank < size; ++rank) {
        int ends[2];
        REQUIRE(::pipe(ends) == 0);
        processes[rank] = ::fork();
        if (processes[rank] == 0) {
            fake_nccl_begin_rank(static_cast<int>(rank));
            fake_cuda_state().devices = {"Fake A", "Fake B", "Fake C"};
            std::string said;
            try {
                said = body(rank);
            } catch (std::exception const& error) {
                said = error.what();
            }
            ::_exit(::write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size()) ? 0 : 1);
        }
        ::close(ends[1]);
        from[rank] = ends[0];
    }
    fake_nccl_prepare(0);  // the sockets are the children's now
    std::vector<std::string> said(size);
    for (std::size_t rank = 0; rank < size; ++rank) {
        char part[4096];
        for (ssize_t count = 0; (count = ::read(from[rank], part, sizeof part)) > 0;) {
            said[rank].append(part, static_cast<std::size_t>(count));
        }
        ::close(from[rank]);
        int status = 0;
        ::waitpid(processes[rank], &status, 0);
        CHECK(status == 0);
    }
    return said;
}

ls::nccl_config config_of(std::size_t rank, std::size_t size) {
    return {.rank = rank, .size = size, .id_file = id_file, .time_limit = 60};
}

/// What a rank waits for that takes no part in an exchange: the word of another one.
class word {
public:
    word() { REQUIRE(::pipe(ends_) == 0); }
    word(word const&) = delete;
    word& operator=(word const&) = delete;
    ~word() {
        ::close(ends_[0]);
        ::close(ends_[1]);
    }
    void say() const {
        if (::write(ends_[1], "w", 1) != 1) {
            throw std::runtime_error("the word cannot be said");
        }
    }
    void wait() const {
        ::pollfd asked{ends_[0], POLLIN, 0};
        if (::poll(&asked, 1, 60'000) != 1) {
            throw std::runtime_error("no word has come");
        }
    }

private:
    int ends_[2];
};

bool is_there(std::string const& file) { return ::access(file.c_str(), F_OK) == 0; }

std::string refusal(ls::nccl_config const& config) {
    try {
        ls::nccl ranks(config);
    } catch (std::exception const& error) {
        return error.what();
    }
    return "nothing";
}

}  // namespace

TEST_CASE("ranks gather, add up in their order, and say where they are") {
    for (std::size_t const size : {1, 2, 3}) {
        CAPTURE(size);
        auto const said = in_processes(size, [&](std::size_t rank) -> std::string {
            {
                ls::nccl ranks(config_of(rank, size));
                ls::nccl copy = ranks;
                if (copy.rank() != rank || copy.size() != size || !ranks.describe(0).starts_with("rank 0 on ")) {
                    return "another place";
                }
                auto const texts = ls::gather_texts(copy, "rank " + std::to_string(rank));
                for (std::size_t r = 0; r < size; ++r) {
                    if (texts[r] != "rank " + std::to_string(r)) {
                        return "gathered " + texts[r];
                    }
                }
                for (std::size_t const piece : {60, 5000, 100'000}) {
                    std::vector<float> numbers(12'345, 0.5f);
                    ranks.accumulate(numbers, piece, [&](std::size_t begin, std::size_t end) {
                        for (std::size_t i = begin; i < end; ++i) {
                            numbers[i] = 3 * numbers[i] + static_cast<float>(rank * i % 7);
                        }
                    });
                    for (std::size_t i = 0; i < numbers.size(); ++i) {
                        float expected = 0.5f;
                        for (std::size_t r = 0; r < size; ++r) {
                            expected = 3 * expected + static_cast<float>(r * i % 7);
                        }
                        if (numbers[i] != expected) {
                            return "number " + std::to_string(i) + " in pieces of " + std::to_string(piece);
                        }
                    }
                }
                ranks.barrier();
            }
            fake_cuda const& card = fake_cuda_state();
            int const live = card.buffers + card.pinned + card.streams + card.events + card.contexts +
                             fake_nccl_state().communicators;
            return live > 0 ? "something is left" : fake_nccl_state().aborted > 0 ? "aborted" : "good";
        });
        CHECK(said == std::vector<std::string>(size, "good"));
        CHECK(!is_there(id_file));
    }
}

TEST_CASE("each rank of a host has a card of its own, and ranks that share one are told so") {
    auto const said = in_processes(3, [&](std::size_t rank) {
        ls::nccl ranks(config_of(rank, 3));
        return ranks.device() + " is " + std::to_string(fake_cuda_state().device);
    });
    CHECK(said == std::vector<std::string>{"0 is 0", "1 is 1", "2 is 2"});
    auto const named = in_processes(2, [&](std::size_t rank) {
        auto config = config_of(rank, 2);
        config.device = rank == 0 ? "Fake C" : "1";
        return ls::nccl(config).device();
    });
    CHECK(named == std::vector<std::string>{"2", "1"});
    auto const shared = in_processes(2, [&](std::size_t rank) {
        auto config = config_of(rank, 2);
        config.device = "Fake B";
        return refusal(config);
    });
    for (std::size_t rank = 0; rank < 2; ++rank) {
        CHECK(shared[rank] == "lockstep::nccl: rank " + std::to_string(rank) +
                                  ": ncclCommInitRankConfig: an error of the fake; its card is Fake B. NCCL refuses ranks of one "
                                  "host on one card: if that is the reason, start at most one rank for each card, or name the "
                                  "cards in nccl_config.device");
    }
}

TEST_CASE("a session takes the card of its place, and a place counts the ranks of one host") {
    fake_nccl_prepare(1);
    CHECK(ls::place_on_host(3, {"a", "b", "b", "b", "a"}) == 2);
    CHECK(ls::place_on_host(4, {"a", "b", "b", "b", "a"}) == 1);
    ls::nccl_session session(0, 1, "", 60, 5);
    session.begin(session.new_id());
    CHECK(fake_cuda_state().device == 1);  // of two
}

TEST_CASE("another communicator tells the id") {
    auto const said = in_processes(1, [&](std::size_t) {
        ls::one_process alone;
        return ls::nccl::among(alone).describe(0).substr(0, 10);
    });
    CHECK(said[0] == "rank 0 on ");
}

TEST_CASE("a rank that ends early is noticed by the one that waits for it, and what it fails at is named") {
    auto const said = in_processes(2, [&](std::size_t rank) -> std::string {
        ls::nccl ranks(config_of(rank, 2));
        if (rank == 0) {
            return "left";
        }
        std::vector<float> numbers(10);
        ranks.accumulate(numbers, 10, [](std::size_t, std::size_t) {});
        return "added";
    });
    CHECK(said[0] == "left");
    CHECK(said[1] == "lockstep::nccl: rank 1: ncclRecv: remote process exited");
}

TEST_CASE("a rank that neither sends nor takes is named after the time limit") {
    for (std::size_t const idle : {0, 1}) {
        CAPTURE(idle);
        word const failed;
        auto const said = in_processes(2, [&](std::size_t rank) -> std::string {
            auto config = config_of(rank, 2);
            config.time_limit = 1;
            ls::nccl ranks(config);
            if (rank == idle) {
                failed.wait();
                return "idle";
            }
            std::vector<float> numbers(3'000'000);  // more than a socket takes
            std::string words = "added";
            try {
                ranks.accumulate(numbers, 30'000, [](std::size_t, std::size_t) {});
            } catch (std::runtime_error const& error) {
                words = error.what();
            }
            failed.say();
            return words;
        });
        CHECK(said[idle] == "idle");
        CHECK(said[1 - idle].starts_with("lockstep::nccl: rank " + std::to_string(1 - idle) + " waited 1 s for rank " +
                                         std::to_string(idle) + " on "));
        CHECK(said[1 - idle].ends_with(idle == 0 ? " (ncclRecv)" : " (ncclSend)"));
    }
}

TEST_CASE("a rank that does not come ends the start of the others, which leaves no file") {
    word const failed;
    auto const said = in_processes(2, [&](std::size_t rank) -> std::string {
        if (rank == 1) {
            failed.wait();
            return "absent";
        }
        auto config = config_of(rank, 2);
        config.time_limit = 0.2;
        std::string const words = refusal(config);
        failed.say();
        return words + (fake_nccl_state().aborted > 0 ? ", aborted" : "");
    });
    CHECK(said[0] == "lockstep::nccl: rank 0 waited 0.2 s for all ranks (ncclCommInitRankConfig), aborted");
    CHECK(said[1] == "absent");
    CHECK(!is_there(id_file));
}

TEST_CASE("one rank alone leaves a file of that name as it is") {
    std::fclose(std::fopen(id_file.c_str(), "w"));
    fake_nccl_prepare(1);
    CHECK(ls::nccl({.id_file = id_file}).size() == 1);
    CHECK(is_there(id_file));
    std::remove(id_file.c_str());
}

TEST_CASE("an exchange that does not end names the rank it waits for, and is aborted") {
    auto const said = in_processes(2, [&](std::size_t rank) -> std::string {
        std::string words;
        {
            auto config = config_of(rank, 2);
            config.time_limit = rank == 1 ? 1 : 60;
            ls::nccl ranks(config);
            std::vector<float> numbers(10);
            if (rank == 1) {
                fake_cuda_state().failing = "cuEventQuery";
                fake_cuda_state().error = 600;  // not ready
            }
            try {
                ranks.accumulate(numbers, 10, [](std::size_t, std::size_t) {});
                words = "added";
            } catch (std::runtime_error const& error) {
                words = error.what();
            }
        }
        return words + (fake_nccl_state().aborted > 0 ? ", aborted" : "");
    });
    CHECK(said[0] == "lockstep::nccl: rank 0: ncclBroadcast: remote process exited, aborted");
    CHECK(said[1].starts_with("lockstep::nccl: rank 1 waited 1 s for rank 0 on "));
    CHECK(said[1].ends_with(" (ncclRecv), aborted"));
}

TEST_CASE("a communicator that says it failed ends an exchange") {
    auto const said = in_processes(2, [&](std::size_t rank) -> std::string {
        ls::nccl ranks(config_of(rank, 2));
        fake_nccl_state().asynchronous_error = rank == 1 ? 6 : 0;
        std::vector<std::byte> all(2);
        ranks.all_gather(all);
        return "gathered";
    });
    CHECK(said[0] == "lockstep::nccl: rank 0: ncclAllGather: remote process exited");  // since rank 1 has ended
    CHECK(said[1] == "lockstep::nccl: rank 1: ncclAllGather: remote process exited");
}

TEST_CASE("bad configurations are named") {
    CHECK(refusal({.rank = 2, .size = 2}) == "lockstep: nccl_config.rank is 2 and size 2; give a rank below the size");
    CHECK(refusal({.time_limit = -1}) == "lockstep: nccl_config.time_limit is -1; give seconds, at least 0");
    CHECK(refusal({.size = 2}) ==
          "lockstep: nccl_config.id_file is empty, but there are 2 ranks; give a file that all of them see");
    CHECK(refusal({.rank = 1, .size = 2, .id_file = id_file, .time_limit = 0.05}) ==
          "lockstep::nccl: waited for nccl_test.id, which rank 0 has not written");
    std::fclose(std::fopen(id_file.c_str(), "w"));
    CHECK(refusal({.size = 2, .id_file = id_file}) ==
          "lockstep::nccl: nccl_test.id is there already; give another id_file, or remove it");
    std::remove(id_file.c_str());
    fake_nccl_prepare(1);
    ls::nccl ranks({});
    CHECK_THROWS_WITH_AS(ranks.accumulate({}, 0, [](std::size_t, std::size_t) {}),
                         "lockstep::nccl: accumulate with pieces of 0 numbers; give at least 1", std::invalid_argument);
}
