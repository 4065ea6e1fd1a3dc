// SPDX-License-Identifier: MIT
// MPI as mpi (dist/mpi.hpp) uses it: how it begins and ends, errors that name their rank, and waiting with a time limit. When the
// time limit has passed, a rank asks which ranks still answer.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <mpi.h>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// The state of this process in MPI. The copies of an mpi share one session, and the last copy destroys it.
struct mpi_session {
    using clock = std::chrono::steady_clock;
    enum word : int { calling = 1, answering };

    /// `limit` is the number of seconds that an exchange waits for a rank. Throws as the constructor of mpi does.
    explicit mpi_session(double limit) : time_limit(limit) {
        if (!(std::isfinite(time_limit) && time_limit >= 0)) {
            throw std::invalid_argument("lockstep::mpi: time_limit is " + seconds() + "; give seconds, at least 0");
        }
        int is_begun = 0;
        MPI_Initialized(&is_begun);
        if (is_begun == 0) {
            int provided = 0;
            check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
            ends_mpi = true;
            if (provided < MPI_THREAD_FUNNELED) {
                fail(": this MPI cannot be called in a program of several threads; it needs MPI_THREAD_FUNNELED");
            }
        }
        check(MPI_Comm_dup(MPI_COMM_WORLD, &world), "MPI_Comm_dup");
        check(MPI_Comm_dup(MPI_COMM_WORLD, &roll), "MPI_Comm_dup");
        for (MPI_Comm const of : {world, roll}) {
            check(MPI_Comm_set_errhandler(of, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
        }
        int number = 0, count = 0, length = 0;
        check(MPI_Comm_rank(world, &number), "MPI_Comm_rank");
        check(MPI_Comm_size(world, &count), "MPI_Comm_size");
        rank = static_cast<std::size_t>(number);
        size = static_cast<std::size_t>(count);
        std::vector<char> names(size * MPI_MAX_PROCESSOR_NAME);
        check(MPI_Get_processor_name(names.data() + rank * MPI_MAX_PROCESSOR_NAME, &length), "MPI_Get_processor_name");
        MPI_Request request = MPI_REQUEST_NULL;
        check(MPI_Iallgather(MPI_IN_PLACE, 0, MPI_CHAR, names.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, world, &request),
              "MPI_Iallgather");
        hosts.assign(size, "an unknown host");
        wait({&request, 1}, "MPI_Iallgather");
        for (std::size_t r = 0; r < size; ++r) {
            hosts[r] = names.data() + r * MPI_MAX_PROCESSOR_NAME;
        }
    }
    mpi_session(mpi_session const&) = delete;
    mpi_session& operator=(mpi_session const&) = delete;
    ~mpi_session() {
        int is_over = 0;
        MPI_Finalized(&is_over);
        if (has_failed || std::uncaught_exceptions() > exceptions_before || is_over != 0) {
            return;
        }
        MPI_Comm_free(&roll);
        MPI_Comm_free(&world);
        if (ends_mpi) {
            MPI_Finalize();
        }
    }

    void check(int code, char const* call) {
        if (code != MPI_SUCCESS) {
            refuse(code, call);
        }
    }
    [[noreturn]] LOCKSTEP_COLD void refuse(int code, char const* call) {
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Error_string(code, text, &length);
        fail(std::string(": ") + call + ": " + text);
    }
    [[noreturn]] LOCKSTEP_COLD void fail(std::string const& why) {
        has_failed = true;
        throw std::runtime_error("lockstep::mpi: rank " + std::to_string(rank) + why);
    }

    int count_of(std::size_t n, char const* things) {
        if (n > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
            fail(" would send " + std::to_string(n) + ' ' + things + " at once, more than MPI's 2^31 - 1");
        }
        return static_cast<int>(n);
    }
    std::string seconds() const { return (std::ostringstream() << time_limit).str(); }

    /// Waits until all requests are complete. Meanwhile answers the ranks that call the roll. Throws std::runtime_error if the
    /// wait takes longer than time_limit, or if MPI reports an error; `what` names the exchange in the message.
    void wait(std::span<MPI_Request> requests, char const* what) {
        int done = 0;
        for (std::size_t i = 0; i < 1000; ++i) {  // most exchanges end here, without a look at the clock
            check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE), what);
            if (done != 0) {
                return;
            }
        }
        auto const began = clock::now();
        present.assign(size, false);
        for (;;) {
            check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE), what);
            if (done != 0) {
                return;
            }
            std::chrono::duration<double> const waited = clock::now() - began;
            if (waited.count() > 0.1) {
                hear();
            }
            if (waited.count() > time_limit) {
                call_the_roll(what);
            }
            std::this_thread::yield();  // if ranks share a processor, a waiting rank must not delay the others
        }
    }

    /// Answers the other ranks that have called, and marks in `present` the ranks that have called or answered.
    LOCKSTEP_COLD void hear() {
        for (;;) {
            int found = 0;
            MPI_Status status;
            check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, roll, &found, &status), "MPI_Iprobe");
            if (found == 0) {
                return;
            }
            check(MPI_Recv(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, roll, MPI_STATUS_IGNORE), "MPI_Recv");
            present[static_cast<std::size_t>(status.MPI_SOURCE)] = true;
            if (status.MPI_TAG == calling) {
                speak(static_cast<std::size_t>(status.MPI_SOURCE), answering);
            }
        }
    }
    void speak(std::size_t to, word said) {
        MPI_Request request = MPI_REQUEST_NULL;
        check(MPI_Isend(nullptr, 0, MPI_BYTE, static_cast<int>(to), said, roll, &request), "MPI_Isend");
        check(MPI_Request_free(&request), "MPI_Request_free");
    }

    /// Cancels the requests that accumulate has posted, because the memory of a request may be gone when its message comes. The
    /// other ranks still wait for these messages.
    LOCKSTEP_COLD void withdraw() {
        has_failed = true;
        for (auto* const posted : {&receives, &sends}) {
            for (MPI_Request& request : *posted) {
                if (request != MPI_REQUEST_NULL) {
                    MPI_Cancel(&request);
                    MPI_Request_free(&request);
                }
            }
        }
    }

    /// Calls all ranks, waits up to 5 s for answers, and throws. The error names the ranks that do not answer, or says that all
    /// ranks answer. A rank that has called during this wait counts as present, though it may have ended since.
    [[noreturn]] LOCKSTEP_COLD void call_the_roll(char const* what) {
        present[rank] = true;
        for (std::size_t r = 0; r < size; ++r) {
            if (r != rank) {
                speak(r, calling);
            }
        }
        auto const is_there = [](bool is) { return is; };
        for (auto const end = clock::now() + std::chrono::seconds(5);
             clock::now() < end && !std::all_of(present.begin(), present.end(), is_there);) {
            hear();
            std::this_thread::yield();
        }
        std::string silent;
        for (std::size_t r = 0; r < size; ++r) {
            if (!present[r]) {
                silent += (silent.empty() ? "" : ", ") + ("rank " + std::to_string(r) + " on " + hosts[r]);
            }
        }
        fail(" waited " + seconds() + " s (" + what + "): " +
             (silent.empty() ? "all ranks answer: do they make the same calls?" : "no answer from " + silent));
    }

    MPI_Comm world = MPI_COMM_NULL;
    MPI_Comm roll = MPI_COMM_NULL;  ///< for calls and answers, apart from the exchanges
    double time_limit;
    bool ends_mpi = false;
    bool has_failed = false;  ///< an exchange has failed, so other ranks may never finalise MPI
    int exceptions_before = std::uncaught_exceptions();
    std::size_t rank = 0, size = 1;
    std::vector<std::string> hosts;
    std::vector<bool> present;
    std::vector<MPI_Request> receives, sends;
};

}  // namespace lockstep
