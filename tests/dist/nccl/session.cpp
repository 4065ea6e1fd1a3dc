// SPDX-License-Identifier: MIT
// A session of one rank, on a driver and an NCCL without cards. tests/dist/nccl.cpp has several ranks.
#include <lockstep/dist/nccl/session.hpp>

#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <tests/support/fake_cuda/fake_cuda.hpp>
#include <tests/support/fake_nccl.hpp>

namespace ls = lockstep;

TEST_CASE("numbers go through the card's memory, which grows") {
    fake_nccl_prepare(1);
    {
        ls::nccl_session session(0, 1, "", 60);
        session.begin(session.new_id());
        CHECK(session.describe(0).starts_with("rank 0 on "));
        CHECK(session.is_idle("nothing"));
        for (std::size_t const bytes : {16, 4096, 100}) {
            std::vector<unsigned char> from(bytes), to(bytes);
            std::iota(from.begin(), from.end(), static_cast<unsigned char>(bytes % 7));
            session.guarded([&] {
                session.reserve(bytes);
                session.upload(from.data(), 0, bytes);
                session.download(to.data(), 0, bytes, "a copy", "nobody");
            });
            CHECK(to == from);
        }
        CHECK(session.stage_size == 4096);
        CHECK_FALSE(session.has_failed);
    }
    fake_cuda const& card = fake_cuda_state();
    CHECK(card.buffers + card.pinned + card.streams + card.events + card.contexts == 0);
}

TEST_CASE("a failure inside an exchange is kept, and a wait that is too long names whom it is for") {
    fake_nccl_prepare(1);
    ls::nccl_session session(0, 1, "", 0.05);
    session.begin(session.new_id());
    CHECK_THROWS_WITH_AS(session.guarded([&] { session.until([] { return false; }, "a call", "rank 1"); }),
                         "lockstep::nccl: rank 0 waited 0.05 s for rank 1 (a call)", std::runtime_error);
    CHECK(session.has_failed);
}
