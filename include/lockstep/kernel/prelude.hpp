// SPDX-License-Identifier: MIT
// The functions that stand before the text of every kernel and program. They use macros that differ between languages. A number
// is a float if each lane is a thread, and a vector if one thread has all lanes. Names that end in 1 are for numbers that are the
// same in all lanes.
//
// The macros that each language defines before these functions (kernel/opencl_text.hpp and its like):
//   LS_NUMBER LS_WORD LS_MASK            types of a number, a word and a truth value in each lane
//   LS_N LS_W LS_M                       the same value in all lanes
//   LS_LANES LS_FIRST LS_WIDTH           0, 1, ... in the lanes; whether this thread writes uniform numbers; lanes of a pack
//   LS_LOAD LS_STORE(x, p) LS_SET(x, p)  load a pack; store a pack; store one number; LS_LOAD_WORDS, LS_STORE_WORDS for words
//   LS_SELECT(m, a, b) LS_ANY(m)         m ? a : b, lane by lane; whether m is true in any lane of the pack
//   LS_NEEDS(m)                          whether m is true in any lane of this thread
//   LS_FOLD(x)                           the sum of the lanes, added by halves
//   LS_LOAD_STRIDED(p, n)                a pack whose numbers are n places apart in memory
//   LS_DEFINE_DOT(name, X, W)            defines a function: the dot product of each lane's row (memory X) and one row (memory W)
//   LS_TAKES_LANE LS_GIVES_LANE          begin the parameters of a function of packs, and the arguments of its call
//   LS_FMA LS_SQRT LS_ABS LS_ROUND LS_MULHI
//   LS_BITS LS_FLOAT LS_TO_WORD LS_TO_NUMBER   the same bits, and conversion of signed integers; also with 1 at the end
//   LS_SHIFT_SIGNED(w, k)                shifts words to the right by k bits, as signed integers
//   LS_LOOP                              before a loop that is not to be unrolled
//   LS_FOR_LANES(l) LS_LANE_OF(x, l) LS_SET_LANE(x, l, y)
//   LS_INDEX(x)                          a whole number that is the same in all lanes, as an int
//   LS_SCATTER(to, place, x)             writes x to each lane's own place; nothing where the place is below zero
//   LS_BIT(w, k) LS_WITH_BIT(w, m, k)    read and set a bit of a word (core/word.hpp)
//   LS_MEMBERS LS_MEMBER                 how many members a pack's team has, and which one this thread belongs to; without a team
//                                        1 and 0
//   LS_TOGETHER                          stands at the begin of a block in which all members work; elsewhere only the first works
//   LS_PART()                            stands after such a block: a barrier
//   LS_FOUR LS_LOAD_FOUR(p) LS_STORE_FOUR(f, p)   where there may be a team: four neighbouring floats f.x, f.y, f.z, f.w
//   LS_MAKE_FOUR(x, y, z, w) LS_IS_WHOLE(p)       makes these four; whether p has the alignment that LS_LOAD_FOUR needs
//   LS_MATRIX_TILE(columns) LS_TILE_ROWS          where products need not have the processor's bits: the function of a tile that
//                                                 a warp makes (a simdgroup of Metal)
//   LS_MATRIX_FITS(a_stride, a_step, depth)          whether this function can make tiles, if factor a has these strides
//   LS_WARPS LS_WARP                              how many such warps a team has, and which one this thread belongs to
//   LS_BARRIER LS_FUNCTION LS_PROGRAM LS_GLOBAL LS_SCRATCH LS_PRIVATE LS_CONSTANT LS_NAN LS_INFINITY
#pragma once

namespace lockstep {

inline constexpr char const* kernel_prelude = R"(
#ifndef LS_MEMBERS
#define LS_MEMBERS 1
#define LS_MEMBER 0
#define LS_TOGETHER
#define LS_PART()
#endif
LS_FUNCTION LS_NUMBER ls_min(LS_NUMBER a, LS_NUMBER b) { return LS_SELECT(a < b, a, b); }
LS_FUNCTION LS_NUMBER ls_max(LS_NUMBER a, LS_NUMBER b) { return LS_SELECT(b < a, a, b); }
LS_FUNCTION LS_NUMBER ls_scale(LS_NUMBER a, LS_NUMBER n) {
    return LS_FLOAT(LS_BITS(a) + (LS_TO_WORD(LS_SELECT(n == n, n, LS_N(0.0f))) << 23));
}
LS_FUNCTION LS_NUMBER ls_exponent(LS_NUMBER a) { return LS_TO_NUMBER(LS_SHIFT_SIGNED(LS_BITS(a) - LS_W(0x3f3504f3u), 23)); }
LS_FUNCTION LS_NUMBER ls_flip_first_difference(LS_NUMBER a, LS_NUMBER b) {
    LS_WORD const between = LS_BITS(a) ^ LS_BITS(b);
    return LS_FLOAT(LS_BITS(a) ^ (between & (~between + LS_W(1u))));
}
)";

/// If lanes are threads, these macros replace those of the language for a pack with a team. Outside of the blocks that begin with
/// LS_TOGETHER only the first member works. The other members reach all barriers and take the same branches, but they load zeros
/// and store nothing. The language must define LS_THREAD, LS_MEMBERS, LS_MEMBER, LS_IS_FIRST, LS_VOTE(m) and LS_FOLD. All members
/// get the results of a vote and of a fold.
inline constexpr char const* team_macros = R"(
#undef LS_FIRST
#undef LS_LANES
#undef LS_LOAD
#undef LS_LOAD_WORDS
#undef LS_LOAD_STRIDED
#undef LS_STORE
#undef LS_STORE_WORDS
#undef LS_SCATTER
#undef LS_ANY
#undef LS_FOR_LANES
#define LS_TOGETHER bool const ls_works = true;
#define LS_PART() LS_BARRIER()
#define LS_FIRST LS_IS_FIRST
#define LS_LANES ((uint)LS_THREAD)
#define LS_LOAD(p) (ls_works ? (p)[LS_THREAD] : 0.0f)
#define LS_LOAD_WORDS(p) (ls_works ? (p)[LS_THREAD] : 0u)
#define LS_LOAD_STRIDED(p, stride) (ls_works ? (p)[LS_THREAD * (stride)] : 0.0f)
#define LS_STORE(x, p) if (ls_works) { (p)[LS_THREAD] = (x); }
#define LS_STORE_WORDS(x, p) if (ls_works) { (p)[LS_THREAD] = (x); }
#define LS_SCATTER(to, place, x) if (ls_works && !((place) < 0.0f)) { (to)[(int)(place)] = (x); }
#define LS_ANY(m) LS_VOTE(ls_works && (m))
#define LS_FOR_LANES(l) for (size_t l = LS_THREAD, ls_once = ls_works; ls_once; ls_once = 0)
)";

/// Functions like those of kernel_prelude, for numbers that are the same in all lanes.
inline constexpr char const* uniform_prelude = R"(
LS_FUNCTION float ls_min1(float a, float b) { return a < b ? a : b; }
LS_FUNCTION float ls_max1(float a, float b) { return b < a ? a : b; }
LS_FUNCTION float ls_scale1(float a, float n) { return LS_FLOAT1(LS_BITS1(a) + (LS_TO_WORD1(n == n ? n : 0.0f) << 23)); }
LS_FUNCTION float ls_exponent1(float a) { return (float)((int)(LS_BITS1(a) - 0x3f3504f3u) >> 23); }
)";

}  // namespace lockstep
