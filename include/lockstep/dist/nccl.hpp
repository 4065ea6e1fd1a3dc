// SPDX-License-Identifier: MIT
// Processes with a card of NVIDIA's each, as a communicator over NCCL, which is found while the program runs. It has run on a
// driver and an NCCL of the tests' own, and not on cards yet.
//
// Each exchange goes through the card's memory: numbers are copied to it, travel from card to card, and are copied back. On the
// host they pass through pinned memory. A copy of other memory would wait, without a limit, for all that was queued before it.
//
// The order in which NCCL's own all-reduce adds depends on how the cards are connected. So sums are formed as the concept says:
// they pass from rank to rank by ncclSend and ncclRecv, and the last rank sends the result to all.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
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
#include <lockstep/device/cuda/driver.hpp>
#include <lockstep/dist/communicator.hpp>
#include <lockstep/dist/nccl_id_file.hpp>
#include <lockstep/dist/nccl_library.hpp>

namespace lockstep {

struct nccl_config {
    std::size_t rank = 0, size = 1;  ///< of this process and of all; another communicator knows its own
    /// A file in a folder that all ranks see, by which rank 0 tells NCCL's id; rank 0 removes it. No older one may be there.
    std::string id_file = "";
    std::string device = "";         ///< the card's number, or a part of its name; empty: the first. No two ranks share a card
    double time_limit = 600;         ///< seconds that an exchange waits, and each step of the start; at least 0
};

/// All ranks begin it together. One thread makes all calls; the last copy ends it. If the start or an exchange does not end
/// within the time limit, it throws std::runtime_error that names the rank it waited for, or all. After an exception, the other
/// ranks wait until their own limits. The end of a communicator that has not failed has no limit: NCCL may wait for other ranks.
///
///     ls::mpi processes;           // starts them, and tells them NCCL's id
///     auto ranks = ls::nccl::among(processes);
class nccl {
public:
    static constexpr bool distributed = true;

    /// Finds the others by config.id_file. Throws std::runtime_error if the driver, NCCL or a card is missing, the id cannot be
    /// written or does not come, or a rank does not come, and std::invalid_argument that names what is wrong in `config`.
    LOCKSTEP_COLD explicit nccl(nccl_config const& config) : session_(std::make_shared<session>(config)) {
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
            if (pinned != nullptr) {
                driver.cuMemFreeHost(pinned);
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
                nccl_communicator_config config;
                start(library.ncclCommInitRankConfig(&comm, static_cast<int>(size), id, static_cast<int>(rank), &config),
                      "ncclCommInitRankConfig", "all ranks");
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
            start(library.ncclAllGather(at(rank * part), at(0), part, nccl_library::of_bytes, comm, stream), "ncclAllGather",
                  "all ranks");
            download(all.data(), 0, all.size(), "ncclAllGather", "all ranks");
        }

        template <class Add>
        void pass_on(std::span<float> numbers, std::size_t piece, Add& add) {
            constexpr auto type = nccl_library::of_floats;
            bool const is_followed = rank + 1 < size;
            std::string const before = rank > 0 ? describe(rank - 1) : "", after = is_followed ? describe(rank + 1) : "";
            std::size_t unsent = 0;  // pieces that the next rank may not have taken yet
            reserve(size > 1 ? numbers.size_bytes() : 0);
            for (std::size_t begin = 0; begin < numbers.size(); begin += piece) {
                std::size_t const count = std::min(piece, numbers.size() - begin), bytes = count * sizeof(float);
                std::size_t const offset = begin * sizeof(float);
                if (unsent == (rank > 0 ? 1 : most_unsent)) {
                    wait("ncclSend", after);  // on its own, so that an error names the right rank
                    unsent = 0;
                }
                if (rank > 0) {
                    start(library.ncclRecv(at(offset), count, type, static_cast<int>(rank - 1), comm, stream), "ncclRecv",
                          before);
                    download(numbers.data() + begin, offset, bytes, "ncclRecv", before);
                }
                add(begin, begin + count);
                if (size > 1) {
                    upload(numbers.data() + begin, offset, bytes);
                }
                if (is_followed) {
                    start(library.ncclSend(at(offset), count, type, static_cast<int>(rank + 1), comm, stream), "ncclSend", after);
                    ++unsent;
                }
            }
            if (size == 1 || numbers.empty()) {
                return;
            }
            if (is_followed) {
                wait("ncclSend", after);
            }
            std::string const whom = is_followed ? describe(size - 1) : "all ranks";
            start(library.ncclBroadcast(at(0), at(0), numbers.size(), type, static_cast<int>(size - 1), comm, stream),
                  "ncclBroadcast", whom);
            download(numbers.data(), 0, numbers.size_bytes(), "ncclBroadcast", whom);
        }

        // The card's memory through which exchanges go, and the host's memory that is copied to it and from it.

        void reserve(std::size_t bytes) {
            if (bytes <= stage_size) {
                return;
            }
            stage_size = 0;
            if (stage != 0) {
                driver.check(driver.cuMemFree(std::exchange(stage, 0)), "cuMemFree");
            }
            if (pinned != nullptr) {
                driver.check(driver.cuMemFreeHost(std::exchange(pinned, nullptr)), "cuMemFreeHost");
            }
            driver.check(driver.cuMemAlloc(&stage, bytes), "cuMemAlloc");
            driver.check(driver.cuMemHostAlloc(&pinned, bytes, 0), "cuMemHostAlloc");
            stage_size = bytes;
        }
        void* at(std::size_t offset) const { return reinterpret_cast<void*>(stage + offset); }
        std::byte* host_at(std::size_t offset) const { return static_cast<std::byte*>(pinned) + offset; }
        /// Queued. `from` has been read when the call returns.
        void upload(void const* from, std::size_t offset, std::size_t bytes) const {
            std::memcpy(host_at(offset), from, bytes);
            driver.check(driver.cuMemcpyHtoDAsync(stage + offset, host_at(offset), bytes, stream), "cuMemcpyHtoDAsync");
        }
        /// After all that was queued: waits for it.
        void download(void* to, std::size_t offset, std::size_t bytes, char const* what, std::string const& whom) const {
            driver.check(driver.cuMemcpyDtoHAsync(host_at(offset), stage + offset, bytes, stream), "cuMemcpyDtoHAsync");
            wait(what, whom);
            std::memcpy(to, host_at(offset), bytes);
        }

        /// Until a call of NCCL, which returned `result`, has queued its work.
        void start(int result, char const* call, std::string const& whom) const {
            if (result != nccl_library::in_progress) {
                return check(result, call);
            }
            until([&] { return is_idle(call); }, call, whom);
        }
        /// Until all that was queued has happened.
        void wait(char const* what, std::string const& whom) const {
            driver.check(driver.cuEventRecord(event, stream), "cuEventRecord");
            auto const has_happened = [&] {
                int const result = driver.cuEventQuery(event);
                if (result == cuda_driver::not_ready) {
                    is_idle(what);  // or says what failed
                } else {
                    driver.check(result, what);
                }
                return result == 0;
            };
            until(has_happened, what, whom);
        }
        /// False while NCCL works on a call. Throws if NCCL has failed.
        bool is_idle(char const* what) const {
            int error = 0;
            check(library.ncclCommGetAsyncError(comm, &error), "ncclCommGetAsyncError");
            if (error != nccl_library::in_progress) {
                check(error, what);
            }
            return error != nccl_library::in_progress;
        }
        template <class Over>
        void until(Over is_over, char const* what, std::string const& whom) const {
            auto const began = clock::now();
            while (!is_over()) {
                if (std::chrono::duration<double>(clock::now() - began).count() > time_limit) {
                    fail(" waited " + (std::ostringstream() << time_limit).str() + " s for " + whom + " (" + what + ")");
                }
                std::this_thread::yield();
            }
        }

        static constexpr std::size_t most_unsent = 64;  // a card's queue that is full makes the next call wait without a limit
        std::size_t rank, size;
        double time_limit;
        std::pair<cuda_driver, nccl_library> found;
        cuda_driver const& driver = found.first;
        nccl_library const& library = found.second;
        int card = 0;
        void *context = nullptr, *stream = nullptr, *event = nullptr, *comm = nullptr, *pinned = nullptr;
        cuda_driver::address stage = 0;
        std::size_t stage_size = 0;
        bool has_failed = false;
        std::vector<std::string> hosts;
    };

    std::shared_ptr<session> session_;
};
static_assert(communicator<nccl>);

}  // namespace lockstep
