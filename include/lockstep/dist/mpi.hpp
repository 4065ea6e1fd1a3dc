// SPDX-License-Identifier: MIT
// The processes that mpirun or srun started, as a communicator: over any MPI of version 3. It needs MPI's header and library (in
// Debian libopenmpi-dev and openmpi-bin). With CMake, link lockstep::mpi.
#pragma once

#if !__has_include(<mpi.h>)
#    error "lockstep/dist/mpi.hpp needs mpi.h: in Debian, install libopenmpi-dev and openmpi-bin; with CMake, link lockstep::mpi"
#else  // and no further errors

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include <mpi.h>

#include <lockstep/core/macros.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/dist/mpi/session.hpp>

namespace lockstep {

struct mpi_config {
    /// Seconds that an exchange waits for a rank, at least 0. Choose more than the longest work that one rank does alone, such as
    /// writing a checkpoint.
    double time_limit = 600;
};

/// All processes of the job, as a communicator. If the program has not initialised MPI, the first mpi object of a process does
/// so, and the last copy of this object finalises MPI. All calls must come from one thread. A rank that is killed ends the job:
/// mpirun says which rank it was. If an exchange does not end within the time limit, the ranks that wait for it throw
/// std::runtime_error. The message names the ranks that do not answer, with their hosts, or says that all ranks answer. After
/// such an exception, or if any exception ends the program, MPI is not finalised, since that would wait for the other ranks.
/// mpirun then ends these ranks.
///
///     ls::mpi ranks;
///     std::printf("rank %zu of %zu\n", ranks.rank(), ranks.size());
class mpi {
public:
    static constexpr bool distributed = true;

    /// Throws std::invalid_argument if the time limit is negative or not finite, and std::runtime_error if MPI does not start.
    LOCKSTEP_COLD explicit mpi(mpi_config const& config = {}) : session_(std::make_shared<mpi_session>(config.time_limit)) {}

    std::size_t rank() const { return session_->rank; }
    std::size_t size() const { return session_->size; }
    std::string describe(std::size_t rank) const {
        return "rank " + std::to_string(rank) + " on " + session_->hosts.at(rank);
    }

    /// Works as communicator_gathers says. Throws std::runtime_error if the part of a rank has more than 2^31 - 1 bytes.
    void all_gather(std::span<std::byte> all) {
        mpi_session& s = *session_;
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

    /// Works as communicator_accumulates says. Each piece goes from rank to rank twice: first with the sum so far, then with the
    /// result. So the numbers pass over the link between two ranks at most twice, for any number of ranks. Throws
    /// std::invalid_argument if `piece` is 0, and std::runtime_error if a piece has more than 2^31 - 1 numbers.
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
    enum word : int { summing = 1, returning };

    template <class Add>
    void pass_round(std::span<float> numbers, std::size_t piece, Add& add) {
        mpi_session& s = *session_;
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

    std::shared_ptr<mpi_session> session_;
};
static_assert(communicator<mpi>);

}  // namespace lockstep

#endif
