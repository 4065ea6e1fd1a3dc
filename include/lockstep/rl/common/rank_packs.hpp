// SPDX-License-Identifier: MIT
// The packs of environments that a rank steps, and the exchange of their results with the other ranks.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include <lockstep/device/device.hpp>
#include <lockstep/device/host_buffer.hpp>
#include <lockstep/dist/communicator.hpp>

namespace lockstep {

/// The packs of environments of one rank. All ranks have equal shares of `packs`, in the order of the ranks.
template <class Device, communicator Communicator>
class rank_packs {
    using R = typename world_of<Device>::number;

public:
    rank_packs(Communicator const& ranks, std::size_t packs) : ranks_(ranks), packs_(packs / ranks.size()) {}

    /// This rank's packs are [first(), end()).
    std::size_t first() const { return packs_ * ranks_.rank(); }
    std::size_t end() const { return first() + packs_; }

    /// Sends the packs of each rank to all ranks. for_each_buffer(visit) calls visit(buffer, times) for each buffer. A buffer is
    /// [times][packs of all ranks], and its elements consist of the device's packs of lanes.
    template <class ForEach>
    void share(Device& device, ForEach for_each_buffer) {
        std::size_t numbers = 0;
        for_each_buffer([&](auto& buffer, std::size_t times) {
            static_assert(sizeof(*buffer.data()) % sizeof(R) == 0);
            numbers += times * packs_ * (sizeof(*buffer.data()) / sizeof(R));
        });
        if (told_.size() < numbers * ranks_.size()) {
            device.synchronize();  // the device may still copy from the old buffer
            told_ = host_buffer<R>(numbers * ranks_.size());
        }
        for_each_piece(for_each_buffer, ranks_.rank(), told_.data() + ranks_.rank() * numbers,
                       [&](auto& buffer, auto of_rank, std::size_t offset) { device.copy(buffer, of_rank, offset); });
        device.synchronize();
        ranks_.all_gather(std::as_writable_bytes(std::span(told_.data(), numbers * ranks_.size())));
        for (std::size_t r = 0; r < ranks_.size(); ++r) {
            if (r != ranks_.rank()) {
                for_each_piece(for_each_buffer, r, told_.data() + r * numbers,
                               [&]<class T>(auto& buffer, std::span<T> of_rank, std::size_t offset) {
                    device.copy(std::span<T const>(of_rank), buffer, offset);
                });
            }
        }
    }

private:
    /// Calls copy(buffer, piece, offset) for each of the `times` of each buffer. `piece` has the elements of the packs of `rank`,
    /// in the message that begins at `at`. `offset` is the place of these elements in the buffer.
    template <class ForEach, class Copy>
    void for_each_piece(ForEach& for_each_buffer, std::size_t rank, R* at, Copy copy) const {
        for_each_buffer([&](auto& buffer, std::size_t times) {
            using T = std::remove_cvref_t<decltype(*buffer.data())>;
            std::size_t const all = packs_ * ranks_.size();
            for (std::size_t i = 0; i < times; ++i) {
                copy(buffer, std::span(reinterpret_cast<T*>(at), packs_), i * all + rank * packs_);
                at += packs_ * (sizeof(T) / sizeof(R));
            }
        });
    }

    Communicator ranks_;
    std::size_t packs_;
    host_buffer<R> told_;  ///< [ranks][numbers of a rank]
};

}  // namespace lockstep
