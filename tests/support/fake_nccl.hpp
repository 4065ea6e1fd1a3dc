// SPDX-License-Identifier: MIT
// What a test may ask of NCCL without cards (fake_nccl.cpp), which it is linked with.
#pragma once

struct fake_nccl {
    int communicators = 0;  ///< that live in this process
    int aborted = 0;
    int asynchronous_error = 0;  ///< what a communicator says of itself
};

fake_nccl& fake_nccl_state();

/// Before the processes of `size` ranks are forked.
void fake_nccl_prepare(int size);
/// In the process of a rank.
void fake_nccl_begin_rank(int rank);
