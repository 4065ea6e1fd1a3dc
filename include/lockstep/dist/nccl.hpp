// SPDX-License-Identifier: MIT
// Processes with a card of NVIDIA's each, as a communicator over NCCL, which is found while the program runs. It has run on a
// driver and an NCCL of the tests' own, and not on cards yet.
//
// Each exchange goes through the card's memory: numbers are copied to it, travel from card to card, and are copied back. The order
// in which NCCL's own all-reduce adds depends on how the cards are connected. So sums are formed as the concept says: they pass
// from rank to rank by ncclSend and ncclRecv, and the last rank sends the result to all.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/cuda_driver.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/dist/nccl_id_file.hpp>
#include <lockstep/dist/nccl_library.hpp>

namespace lockstep {

struct nccl_config {
    std::size_t rank = 0, size = 1;  ///< of this process and of all; another communicator knows its own
    /// A file in a folder that all ranks see, by which rank 0 tells NCCL's id; rank 0 removes it. No older one may be there.
    std::string id_file = "";
    std::string device = "";         ///< the card's number, or a part of its name; empty: the first. No two ranks share a card
    double time_limit = 600;         ///< seconds that an exchange waits, at least 0
};

/// All ranks begin it together. One thread makes all calls; the last copy ends it. If an exchange does not end within the time
/// limit, it throws std::runtime_error that names the rank it waited for, or all. After an exception, the other ranks wait until
/// their own limits.
///
///     ls::mpi processes;           // starts them, and tells them NCCL's id
///     auto ranks = ls::nccl::among(processes);
class nccl {
public:
    static constexpr bool distributed = true;

    /// Finds the others by config.id_file. Throws std::runtime_error if the driver, NCCL or a card is missing or the id does not
    /// come, and std::invalid_argument that names what is wrong in `config`.
    LOCKSTEP_COLD explicit nccl(nccl_config const& config) : session_(std::make_shared<session>(config)) {
        session_->begin(session_->id_by_file(config.id_file));
        if (session_->rank == 0 && !config.id_file.empty()) {
            std::remove(config.id_file.c_str());  // all have read it
        }
    }

    /// The ranks of another communicator, which tells them the id.
    template <communicator C>
    LOCKSTEP_COLD static nccl among(C& others, nccl_config config = {}) {
        config.rank = others.rank();
        config.size = others.size();
        nccl result(unbegun{}, config);
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

    void all_gather(std::span<std::byte> all) {
        session_->guarded([&] { session_->all_gather(all); });
    }
    void barrier() {
        std::vector<std::byte> all(size());
        all_gather(all);
    }

    /// As communicator_accumulates says. Throws std::invalid_argument for pieces of 0.
    template <class Add>
    void accumulate(std::span<float> numbers, std::size_t piece, Add add) {
        if (piece == 0) {
            throw std::invalid_argument("lockstep::nccl: accumulate with pieces of 0 numbers; give at least 1");
        }
        session_->guarded([&] { session_->pass_on(numbers, piece, add); });
    }

private:
    using clock = std::chrono::steady_clock;
    struct session;
    struct unbegun {};
    nccl(unbegun, nccl_config const& config) : session_(std::make_shared<session>(config)) {}

    struct session {
        explicit session(nccl_config const& config)
            : rank(config.rank), size(config.size), time_limit(config.time_limit), found(find_nccl()) {
            if (!(std::isfinite(time_limit) && time_limit >= 0)) {
                refuse("time_limit is " + (std::ostringstream() << time_limit).str() + "; give seconds, at least 0");
            }
            if (rank >= size || size > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
                refuse("rank is " + std::to_string(rank) + " and size " + std::to_string(size) + "; give a rank below the size");
            }
            card = driver.choose(config.device);
        }
        session(session const&) = delete;
        session& operator=(session const&) = delete;
        ~session() {
            if (context == nullptr) {
                return;
            }
            driver.cuCtxSetCurrent(context);
            if (comm != nullptr) {
                has_failed ? library.ncclCommAbort(comm) : library.ncclCommDestroy(comm);
            }
            if (stage != 0) {
                driver.cuMemFree(stage);
            }
            if (event != nullptr) {
                driver.cuEventDestroy(event);
            }
            if (stream != nullptr) {
                driver.cuStreamDestroy(stream);
            }
            driver.cuDevicePrimaryCtxRelease(card);
        }

        std::string describe(std::size_t r) const { return "rank " + std::to_string(r) + " on " + hosts.at(r); }
        LOCKSTEP_COLD static void refuse(std::string const& what) { throw std::invalid_argument("lockstep: nccl_config." + what); }
        [[noreturn]] LOCKSTEP_COLD void fail(std::string const& why) const {
            throw std::runtime_error("lockstep::nccl: rank " + std::to_string(rank) + why);
        }
        void check(int result, char const* call) const {
            if (result != 0) {
                fail(std::string(": ") + call + ": " + library.text(result));
            }
        }

        LOCKSTEP_COLD nccl_id new_id() const {
            nccl_id id{};
            check(library.ncclGetUniqueId(&id), "ncclGetUniqueId");
            return id;
        }
        LOCKSTEP_COLD nccl_id id_by_file(std::string const& file) const {
            if (size == 1) {
                return new_id();
            }
            if (file.empty()) {
                refuse("id_file is empty, but there are " + std::to_string(size) + " ranks; give a file that all of them see");
            }
            if (rank > 0) {
                return read_nccl_id(file, time_limit);
            }
            nccl_id const id = new_id();
            write_nccl_id(file, id);
            return id;
        }

        LOCKSTEP_COLD void begin(nccl_id const& id) {
            driver.check(driver.cuDevicePrimaryCtxRetain(&context, card), "cuDevicePrimaryCtxRetain");
            guarded([&] {
                driver.check(driver.cuStreamCreate(&stream, cuda_driver::non_blocking_stream), "cuStreamCreate");
                driver.check(driver.cuEventCreate(&event, cuda_driver::event_without_time), "cuEventCreate");
                check(library.ncclCommInitRank(&comm, static_cast<int>(size), id, static_cast<int>(rank)), "ncclCommInitRank");
                constexpr std::size_t most = 256;
                std::vector<char> names(size * most);
                ::gethostname(names.data() + rank * most, most - 1);
                hosts.assign(size, "an unknown host");
                all_gather(std::as_writable_bytes(std::span(names)));
                for (std::size_t r = 0; r < size; ++r) {
                    hosts[r] = names.data() + r * most;
                }
            });
        }

        /// Calls body() on the card, and notes whether it throws: then NCCL is not ended in order, since that would wait for the
        /// other ranks.
        template <class Body>
        void guarded(Body body) {
            try {
                driver.check(driver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
                body();
            } catch (...) {
                has_failed = true;
                throw;
            }
        }

        void all_gather(std::span<std::byte> all) {
            if (size == 1 || all.empty()) {
                return;
            }
            std::size_t const part = all.size() / size;
            reserve(all.size());
            upload(all.data() + rank * part, rank * part, part);
            check(library.ncclAllGather(at(rank * part), at(0), part, nccl_library::of_bytes, comm, stream), "ncclAllGather");
            download(all.data(), 0, all.size());
            wait("ncclAllGather", "all ranks");
        }

        template <class Add>
        void pass_on(std::span<float> numbers, std::size_t piece, Add& add) {
            reserve(numbers.size_bytes());
            for (std::size_t begin = 0; begin < numbers.size(); begin += piece) {
                std::size_t const count = std::min(piece, numbers.size() - begin), bytes = count * sizeof(float);
                std::size_t const offset = begin * sizeof(float);
                if (rank > 0) {
                    check(library.ncclRecv(at(offset), count, nccl_library::of_floats, static_cast<int>(rank - 1), comm, stream),
                          "ncclRecv");
                    download(numbers.data() + begin, offset, bytes);
                    wait("ncclRecv", describe(rank - 1));
                }
                add(begin, begin + count);
                if (size > 1) {
                    upload(numbers.data() + begin, offset, bytes);
                }
                if (rank + 1 < size) {
                    check(library.ncclSend(at(offset), count, nccl_library::of_floats, static_cast<int>(rank + 1), comm, stream),
                          "ncclSend");
                }
            }
            if (size > 1 && !numbers.empty()) {
                std::size_t const last = size - 1;
                check(library.ncclBroadcast(at(0), at(0), numbers.size(), nccl_library::of_floats, static_cast<int>(last), comm,
                                            stream),
                      "ncclBroadcast");
                download(numbers.data(), 0, numbers.size_bytes());
                wait("ncclBroadcast", describe(last));
            }
        }

        // The card's memory through which exchanges go.

        void reserve(std::size_t bytes) {
            if (bytes <= stage_size) {
                return;
            }
            if (stage != 0) {
                driver.check(driver.cuMemFree(std::exchange(stage, 0)), "cuMemFree");
                stage_size = 0;
            }
            driver.check(driver.cuMemAlloc(&stage, bytes), "cuMemAlloc");
            stage_size = bytes;
        }
        void* at(std::size_t offset) const { return reinterpret_cast<void*>(stage + offset); }
        void upload(void const* from, std::size_t offset, std::size_t bytes) const {
            driver.check(driver.cuMemcpyHtoDAsync(stage + offset, from, bytes, stream), "cuMemcpyHtoDAsync");
        }
        void download(void* to, std::size_t offset, std::size_t bytes) const {
            driver.check(driver.cuMemcpyDtoHAsync(to, stage + offset, bytes, stream), "cuMemcpyDtoHAsync");
        }

        /// Until all that was queued has happened.
        void wait(char const* what, std::string const& whom) const {
            driver.check(driver.cuEventRecord(event, stream), "cuEventRecord");
            auto const began = clock::now();
            for (int result = 0; (result = driver.cuEventQuery(event)) != 0;) {
                if (result != cuda_driver::not_ready) {
                    driver.check(result, what);
                }
                int error = 0;
                check(library.ncclCommGetAsyncError(comm, &error), "ncclCommGetAsyncError");
                if (error != 0 && error != nccl_library::in_progress) {
                    check(error, what);
                }
                if (std::chrono::duration<double>(clock::now() - began).count() > time_limit) {
                    fail(" waited " + (std::ostringstream() << time_limit).str() + " s for " + whom + " (" + what + ")");
                }
                std::this_thread::yield();
            }
        }

        std::size_t rank, size;
        double time_limit;
        std::pair<cuda_driver, nccl_library> found;
        cuda_driver const& driver = found.first;
        nccl_library const& library = found.second;
        int card = 0;
        void *context = nullptr, *stream = nullptr, *event = nullptr, *comm = nullptr;
        cuda_driver::address stage = 0;
        std::size_t stage_size = 0;
        bool has_failed = false;
        std::vector<std::string> hosts;
    };

    std::shared_ptr<session> session_;
};
static_assert(communicator<nccl>);

}  // namespace lockstep
