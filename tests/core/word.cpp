// SPDX-License-Identifier: MIT
#include <lockstep/core/word.hpp>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

#include <tests/core/every_real.hpp>

namespace ls = lockstep;
using namespace core_test;

TEST_CASE_TEMPLATE("a word holds 24 bits", R, EVERY_REAL) {
    ls::mask_t<R> const yes = R(0) < R(1);
    ls::mask_t<R> const no = R(1) < R(0);
    R word = ls::empty_word<R>();
    for (int k = 0; k < 24; ++k) {
        CHECK_FALSE(holds<R>(ls::bit(word, k)));
        CHECK_FALSE(holds<R>(ls::differ(ls::with_bit(word, no, k), word)));
        R const more = ls::with_bit(word, yes, k);
        CHECK(holds<R>(ls::differ(more, word)));
        CHECK_FALSE(holds<R>(ls::differ(ls::with_bit(more, yes, k), more)));
        CHECK(holds<R>(ls::bit(more, k)));
        if (k % 3 == 0) {
            word = more;
        }
    }
    for (int k = 0; k < 24; ++k) {
        CHECK(holds<R>(ls::bit(word, k)) == (k % 3 == 0));
    }
    R turned = ls::empty_word<R>();
    for (int k = 0; k < 24; k += 3) {  // from the lowest bit up, one at a time
        turned = ls::flip_first_difference(turned, word);
        CHECK(holds<R>(ls::bit(turned, k)));
        CHECK(holds<R>(ls::differ(turned, word)) == (k < 21));
    }
    CHECK_FALSE(holds<R>(ls::differ(ls::flip_first_difference(word, word), word)));
    CHECK_FALSE(holds<R>(ls::bit(ls::flip_first_difference(word, ls::empty_word<R>()), 0)));
}

TEST_CASE_TEMPLATE("a word of lanes and a word of a float are the same bits", R, ls::lanes<2>, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    float alone = ls::empty_word<float>();
    R pack = ls::empty_word<R>();
    for (int const k : {0, 3, 17, 23}) {
        alone = ls::with_bit(alone, true, k);
        pack = ls::with_bit(pack, ls::mask_t<R>(true), k);
        CHECK_FALSE(ls::differ(pack[1], alone));
    }
    R put = ls::empty_word<R>();
    put.set(1, alone);
    for (int k = 0; k < 24; ++k) {
        CHECK(ls::bit(put, k)[1] == ls::bit(alone, k));
        CHECK_FALSE(ls::bit(put, k)[0]);
    }
}
