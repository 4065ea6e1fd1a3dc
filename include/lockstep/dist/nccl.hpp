// SPDX-License-Identifier: MIT
// Processes that have one card of NVIDIA each, as a communicator over NCCL. The library is found while the program runs. This
// code has run with a driver and an NCCL that the tests simulate, and not on cards yet.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/dist/nccl/library.hpp>
#include <lockstep/dist/nccl/session.hpp>

namespace lockstep {

struct nccl_config {
    std::size_t rank = 0, size = 1;  ///< this process's rank, and the number of processes; nccl::among sets both
    /// A file in a folder that all ranks see. Rank 0 writes NCCL's id to this file, and removes the file after the start. The
    /// file must not exist before. nccl::among and a single process need no file.
    std::string id_file = "";
    /// The card's number, or a part of its name. NCCL refuses ranks that share a card. Empty: nccl::among gives the cards of a
    /// host to its ranks in order, and begins again with the first card if there are too few. With an id_file a rank does not
    /// know the hosts of the other ranks, so the number of its card is `rank` modulo the number of cards.
    std::string device = "";
    double time_limit = 600;  ///< seconds, at least 0, that an exchange or a step of the start may wait
};

/// A communicator over processes that have one card of NVIDIA each. All ranks must construct it together. All calls must come
/// from one thread. The destructor of the last copy ends NCCL. The constructor, among() and exchanges throw std::runtime_error if
/// they do not end within the time limit. The message names the rank for which this rank waited, or says that it waited for all
/// ranks. After an exception in one rank, the other ranks wait until their own time limits. If no exchange has failed, the
/// destructor has no time limit: NCCL may wait in it for other ranks.
///
///     ls::mpi processes;           // starts them, and tells them NCCL's id
///     auto ranks = ls::nccl::among(processes);
///     ls::cuda device({.device = ranks.device()});
class nccl {
public:
    static constexpr bool distributed = true;

    /// Finds the other ranks by config.id_file. Throws std::runtime_error if the driver, NCCL or a card is missing, if the id
    /// cannot be written or read within the time limit, or if a rank does not come. Throws std::invalid_argument if a member of
    /// `config` is wrong; the message names this member.
    LOCKSTEP_COLD explicit nccl(nccl_config const& config) : nccl(unbegun{}, config, config.rank) {
        nccl_id const id = session_->id_by_file(config.id_file);
        struct removal {
            bool is_ours;
            std::string const& file;
            ~removal() {
                if (is_ours) {
                    std::remove(file.c_str());
                }
            }
        } const after_the_start{session_->rank == 0 && session_->size > 1, config.id_file};  // or after it failed
        session_->begin(id);
    }

    /// Returns a communicator over the ranks of `others`, another communicator, through which rank 0 sends NCCL's id. Call it in
    /// all ranks. It sets config.rank and config.size, and does not use config.id_file. Throws as the constructor does, or as an
    /// exchange of `others` does.
    template <communicator C>
    LOCKSTEP_COLD static nccl among(C& others, nccl_config config = {}) {
        config.rank = others.rank();
        config.size = others.size();
        auto const hosts = gather_hosts(config.rank, config.size, [&](std::span<std::byte> names) { others.all_gather(names); });
        nccl result(unbegun{}, config, place_on_host(config.rank, hosts));
        std::vector<nccl_id> ids(config.size);
        if (config.rank == 0) {
            ids[0] = result.session_->new_id();
        }
        others.all_gather(std::as_writable_bytes(std::span(ids)));
        result.session_->begin(ids[0]);
        return result;
    }

    std::size_t rank() const { return session_->rank; }
    std::size_t size() const { return session_->size; }
    std::string describe(std::size_t rank) const { return session_->describe(rank); }
    /// Returns the number of this rank's card. Give it to the rank's device, because the default is the first card on every rank:
    /// ls::cuda device({.device = ranks.device()}).
    std::string device() const { return std::to_string(session_->number); }

    void all_gather(std::span<std::byte> all) {
        session_->guarded([&] { session_->all_gather(all); });
    }
    void barrier() {
        std::vector<std::byte> all(size());
        all_gather(all);
    }

    /// Works as communicator_accumulates says. Throws std::invalid_argument if `piece` is 0.
    template <class Add>
    void accumulate(std::span<float> numbers, std::size_t piece, Add add) {
        if (piece == 0) {
            throw std::invalid_argument("lockstep::nccl: accumulate with pieces of 0 numbers; give at least 1");
        }
        session_->guarded([&] { session_->pass_on(numbers, piece, add); });
    }

private:
    struct unbegun {};
    nccl(unbegun, nccl_config const& config, std::size_t place)
        : session_(std::make_shared<nccl_session>(config.rank, config.size, config.device, config.time_limit, place)) {}

    std::shared_ptr<nccl_session> session_;
};
static_assert(communicator<nccl>);

}  // namespace lockstep
