// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#if defined(__linux__)
#    include <sched.h>
#endif

#include <lockstep/core/clock.hpp>
#include <lockstep/device/thread_pool.hpp>

namespace ls = lockstep;

TEST_CASE("every index runs once, for any size, number of threads and haste") {
    for (std::size_t const threads : {1u, 2u, 3u, 7u}) {
        ls::thread_pool pool(threads);
        for (std::size_t n = 0; n < 400; n += 1 + n / 5) {
            std::vector<std::uint32_t> visits(n);
            for (int repeat = 0; repeat < 10; ++repeat) {
                pool.run(n, [&visits](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) {
                        ++visits[i];
                    }
                });
            }
            CHECK(visits == std::vector<std::uint32_t>(n, 10));
        }
    }
}

TEST_CASE("with stacks of their own threads do all the work") {
    for (std::size_t const threads : {1u, 3u}) {
        ls::thread_pool pool(threads, std::size_t(1) << 20);
        CHECK(pool.threads() == threads);
        auto const caller = std::this_thread::get_id();
        for (std::size_t n = 0; n < 40; n += 1 + n / 5) {
            std::atomic<std::size_t> elsewhere = 0;
            pool.run(n, [&elsewhere, caller](std::size_t begin, std::size_t end) {
                elsewhere += std::this_thread::get_id() != caller ? end - begin : 0;
            });
            CHECK(elsewhere == n);
        }
    }
}

TEST_CASE("loops far apart wake sleeping threads, loops close together do not lose any") {
    ls::thread_pool pool(4);
    std::vector<std::uint64_t> sums(64);
    std::uint64_t loops = 0;
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 500; ++i) {
            pool.run(sums.size(), [&sums, loops](std::size_t begin, std::size_t end) {
                for (std::size_t k = begin; k < end; ++k) {
                    sums[k] += loops + k;
                }
            });
            ++loops;
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    for (std::size_t k = 0; k < sums.size(); ++k) {
        CHECK(sums[k] == loops * (loops - 1) / 2 + loops * k);
    }
}

TEST_CASE("all threads work at once") {
    // Each of three indices waits for the others: it ends only if every one has a thread of its own.
    ls::thread_pool pool(3);
    std::atomic<int> here = 0;
    pool.run(3, [&here](std::size_t begin, std::size_t end) {
        here += static_cast<int>(end - begin);
        while (here < 3) {
            std::this_thread::yield();
        }
    });
    CHECK(here == 3);
}

TEST_CASE("of two threads one takes a loop from the front and one from the back") {
    for (std::size_t const stack : {std::size_t(0), std::size_t(1) << 20}) {
        ls::thread_pool pool(2, stack);
        std::vector<std::thread::id> first_workers;
        for (int repeat = 0; repeat < 20; ++repeat) {
            std::vector<std::thread::id> workers(8);
            std::atomic<int> at_work = 0;
            pool.run(workers.size(), [&](std::size_t begin, std::size_t end) {
                std::fill(workers.begin() + begin, workers.begin() + end, std::this_thread::get_id());
                ++at_work;
                double const patience = ls::steady_seconds() + 1;  // the caller may have to work alone
                while (at_work < 2 && ls::steady_seconds() < patience) {
                    std::this_thread::yield();
                }
            });
            if (workers.front() != workers.back()) {
                first_workers.push_back(workers.front());
            }
        }
        REQUIRE(!first_workers.empty());
        CHECK(std::all_of(first_workers.begin(), first_workers.end(), [&](std::thread::id worker) {
            return stack > 0 ? worker == first_workers.front() : worker == std::this_thread::get_id();
        }));
    }
}

TEST_CASE("pools come and go, also without having worked") {
    std::atomic<std::size_t> ran = 0;
    for (int i = 0; i < 50; ++i) {
        ls::thread_pool idle(2);
        ls::thread_pool pool(3);
        CHECK(pool.threads() == 3);
        pool.run(3, [&ran](std::size_t begin, std::size_t end) { ran += end - begin; });
    }
    CHECK(ran == 150);
}

TEST_CASE("a pool takes the processors that the process may use") {
    CHECK(ls::usable_processors() >= 1);
    CHECK(ls::thread_pool(0).threads() == ls::usable_processors());
#if defined(__linux__)
    cpu_set_t before, one;
    REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
    CPU_ZERO(&one);
    for (std::size_t k = 0; CPU_COUNT(&one) == 0; ++k) {
        if (CPU_ISSET(k, &before)) {
            CPU_SET(k, &one);
        }
    }
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(ls::thread_pool(0).threads() == 1);
    CHECK(sched_setaffinity(0, sizeof before, &before) == 0);
#endif
}

TEST_CASE("a caller that had to wait for a thread without a processor works alone for a while, then with it again") {
    ls::thread_pool pool(2);
    auto const pieces = [&pool] {
        std::atomic<int> count = 0;
        pool.run(2, [&count](std::size_t, std::size_t) { ++count; });
        return count.load();
    };
    CHECK(pieces() == 2);
    // The other thread takes one of the pieces and keeps it for long; on a busy machine it may come late.
    auto const caller = std::this_thread::get_id();
    bool alone = false;
    for (int attempt = 0; attempt < 100 && !alone; ++attempt) {
        std::atomic<bool> begun = false;
        pool.run(2, [&begun, caller](std::size_t, std::size_t) {
            if (std::this_thread::get_id() != caller) {
                begun = true;
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
            while (!begun) {
                std::this_thread::yield();
            }
        });
        alone = pieces() == 1;
    }
    CHECK(alone);
    bool together = false;
    for (int attempt = 0; attempt < 1000 && !together; ++attempt) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        together = pieces() == 2;
    }
    CHECK(together);
}
