// SPDX-License-Identifier: MIT
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/dist/mpi/session.hpp>

namespace ls = lockstep;

TEST_CASE("a session knows its ranks, waits as long as it may, and says what fails") {
    ls::mpi_session session(60);
    REQUIRE(session.rank < session.size);
    CHECK(session.hosts.size() == session.size);
    CHECK_FALSE(session.hosts[session.rank].empty());

    std::string const own = "lockstep::mpi: rank " + std::to_string(session.rank);
    {
        ls::mpi_session other(60);
        CHECK(other.count_of(7, "numbers") == 7);
        std::size_t const most = std::numeric_limits<int>::max();
        CHECK_THROWS_WITH_AS(other.count_of(most + 1, "numbers"),
                             (own + " would send 2147483648 numbers at once, more than MPI's 2^31 - 1").c_str(),
                             std::runtime_error);
        CHECK(other.has_failed);
    }
    {
        ls::mpi_session other(60);
        other.check(MPI_SUCCESS, "MPI_Barrier");
        CHECK_FALSE(other.has_failed);
        CHECK_THROWS_WITH_AS(other.check(MPI_ERR_COMM, "MPI_Barrier"), doctest::Contains((own + ": MPI_Barrier: ").c_str()),
                             std::runtime_error);
        CHECK(other.has_failed);
    }

    // A message that its sender, this rank, never sends.
    ls::mpi_session hasty(0.05);
    int const self = static_cast<int>(hasty.rank);
    hasty.receives.assign(1, MPI_REQUEST_NULL);
    hasty.check(MPI_Irecv(nullptr, 0, MPI_BYTE, self, 7, hasty.world, hasty.receives.data()), "MPI_Irecv");
    CHECK_THROWS_WITH_AS(hasty.wait(hasty.receives, "waiting for nothing"),
                         (own + " waited 0.05 s (waiting for nothing): all ranks answer: do they make the same calls?").c_str(),
                         std::runtime_error);
    hasty.withdraw();
    CHECK(hasty.receives[0] == MPI_REQUEST_NULL);

    char sent = 'a', received = 'b';
    MPI_Request requests[2];
    session.check(MPI_Irecv(&received, 1, MPI_BYTE, self, 7, session.world, &requests[0]), "MPI_Irecv");
    session.check(MPI_Isend(&sent, 1, MPI_BYTE, self, 7, session.world, &requests[1]), "MPI_Isend");
    session.wait(requests, "a message to itself");
    CHECK(received == 'a');
}
