// SPDX-License-Identifier: MIT
// The processes that mpirun or srun started, as a communicator: over any MPI of version 3. Needs its header and its library (in
// Debian libopenmpi-dev and openmpi-bin); with CMake, link lockstep::mpi.
#pragma once

#if !__has_include(<mpi.h>)
#    error "lockstep/dist/mpi.hpp needs mpi.h: in Debian, install libopenmpi-dev and openmpi-bin; with CMake, link lockstep::mpi"
#else  // and no further errors

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <mpi.h>

#include <lockstep/core/macros.hpp>
#include <lockstep/dist/communicator.hpp>

namespace lockstep {

struct mpi_config {
    /// Seconds that an exchange waits for a rank, at least 0. It is longer than whatever one rank does alone, such as writing a
    /// checkpoint.
    double time_limit = 600;
};

/// All processes of the job. The first one begins MPI, unless the program has done so, and the last copy ends it. One thread
/// makes all calls. A rank that is killed ends the job: mpirun says which one it was. A rank that does not answer within
/// the time limit is named, with its host, by an exception in the others. After such an exception, and when any exception ends
/// the program, MPI is not ended in order, since that would wait for the other ranks: mpirun then ends them.
///
///     ls::mpi ranks;
///     std::printf("rank %zu of %zu\n", ranks.rank(), ranks.size());
class mpi {
public:
    static constexpr bool distributed = true;

    /// Throws std::runtime_error if MPI cannot be begun, and std::invalid_argument if the time limit is not a number of seconds.
    LOCKSTEP_COLD explicit mpi(mpi_config const& config = {}) : session_(std::make_shared<session>(config)) {}

    std::size_t rank() const { return session_->rank; }
    std::size_t size() const { return session_->size; }
    std::string describe(std::size_t rank) const {
        return "rank " + std::to_string(rank) + " on " + session_->hosts.at(rank);
    }

    /// At most 2^31 - 1 bytes a rank.
    void all_gather(std::span<std::byte> all) {
        session& s = *session_;
        if (s.size == 1 || all.empty()) {
            return;
        }
        int const part = s.count_of(all.size() / s.size, "bytes");
        MPI_Request request = MPI_REQUEST_NULL;
        s.check(MPI_Iallgather(MPI_IN_PLACE, 0, MPI_BYTE, all.data(), part, MPI_BYTE, s.world, &request), "MPI_Iallgather");
        s.wait({&request, 1}, "MPI_Iallgather");
    }

    void barrier() {
        MPI_Request request = MPI_REQUEST_NULL;
        session_->check(MPI_Ibarrier(session_->world, &request), "MPI_Ibarrier");
        session_->wait({&request, 1}, "MPI_Ibarrier");
    }

    /// As communicator_accumulates says: the pieces go round once for their sums and once more with the result, from each rank to
    /// the next one, so a link carries them twice, whatever the number of ranks. Throws std::invalid_argument for pieces of 0.
    template <class Add>
    void accumulate(std::span<float> numbers, std::size_t piece, Add add) {
        if (piece == 0) {
            throw std::invalid_argument("lockstep::mpi: accumulate with pieces of 0 numbers; give at least 1");
        }
        try {
            pass_round(numbers, piece, add);
        } catch (...) {
            session_->withdraw();
            throw;
        }
    }

private:
    enum word : int { summing = 1, returning, calling, answering };
    using clock = std::chrono::steady_clock;

    template <class Add>
    void pass_round(std::span<float> numbers, std::size_t piece, Add& add) {
        session& s = *session_;
        std::size_t const pieces = (numbers.size() + piece - 1) / piece, last = s.size - 1;
        std::size_t const before = (s.rank + last) % s.size, after = (s.rank + 1) % s.size;
        auto const part = [&](std::size_t p) { return numbers.subspan(p * piece, std::min(piece, numbers.size() - p * piece)); };
        auto const receive = [&](std::size_t p, int tag) {
            int const count = s.count_of(part(p).size(), "numbers");
            s.check(MPI_Irecv(part(p).data(), count, MPI_FLOAT, static_cast<int>(before), tag, s.world, &s.receives[p]),
                    "MPI_Irecv");
        };
        auto const send = [&](std::size_t p, int tag) {
            int const count = s.count_of(part(p).size(), "numbers");
            s.check(MPI_Isend(part(p).data(), count, MPI_FLOAT, static_cast<int>(after), tag, s.world, &s.sends[p]), "MPI_Isend");
        };
        s.receives.assign(pieces, MPI_REQUEST_NULL);
        s.sends.assign(pieces, MPI_REQUEST_NULL);
        for (std::size_t p = 0; p < pieces && s.rank > 0; ++p) {
            receive(p, summing);
        }
        for (std::size_t p = 0; p < pieces; ++p) {
            s.wait({&s.receives[p], 1}, "receiving a sum from the rank before");
            add(p * piece, p * piece + part(p).size());
            if (s.size > 1) {
                send(p, s.rank < last ? summing : returning);
            }
        }
        for (std::size_t p = 0; p < pieces && s.rank < last; ++p) {
            s.wait({&s.sends[p], 1}, "sending a sum to the next rank");
            receive(p, returning);
        }
        for (std::size_t p = 0; p < pieces && s.rank < last; ++p) {
            s.wait({&s.receives[p], 1}, "receiving the result from the rank before");
            if (after != last) {
                send(p, returning);
            }
        }
        s.wait(s.sends, "sending the result to the next rank");
    }

    struct session {
        explicit session(mpi_config const& config) : time_limit(config.time_limit) {
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
        session(session const&) = delete;
        session& operator=(session const&) = delete;
        ~session() {
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

        /// Until all have happened. A rank that waits answers others that ask who is still there.
        void wait(std::span<MPI_Request> requests, char const* what) {
            int done = 0;
            for (std::size_t i = 0; i < 1000; ++i) {  // most exchanges end before a clock was looked at
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
                std::this_thread::yield();  // where ranks share a processor, one that waits holds up those that it waits for
            }
        }

        /// Answers calls; notes in `present` who called or answered.
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

        /// Takes back what accumulate has posted: its memory may be gone when a message comes. The other ranks still wait for it.
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

        /// Asks all ranks, and throws: of those that do not answer within 5 s, or if all do, of that. Who has called already has
        /// perhaps left, but was there.
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
        MPI_Comm roll = MPI_COMM_NULL;  ///< of calls and answers, so that they meet no exchange
        double time_limit;
        bool ends_mpi = false;
        bool has_failed = false;  ///< an exchange, so the other ranks may never come to the end
        int exceptions_before = std::uncaught_exceptions();
        std::size_t rank = 0, size = 1;
        std::vector<std::string> hosts;
        std::vector<bool> present;
        std::vector<MPI_Request> receives, sends;
    };

    std::shared_ptr<session> session_;
};
static_assert(communicator<mpi>);

}  // namespace lockstep

#endif
