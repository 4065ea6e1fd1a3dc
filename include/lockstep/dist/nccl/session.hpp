// SPDX-License-Identifier: MIT
// NCCL as nccl (dist/nccl.hpp) uses it: how it begins and ends, its exchanges, and waiting with a time limit.
//
// Each exchange goes through the card's memory: numbers are copied to the card, sent from card to card, and copied back. On the
// host they pass through pinned memory, because a copy from or to other memory would wait, without a limit, for all work that was
// queued before it.
//
// The order in which NCCL's own all-reduce adds depends on how the cards are connected. So sums are formed as the concept of a
// communicator says: they pass from rank to rank by ncclSend and ncclRecv, and the last rank sends the result to all.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/device/cuda/driver.hpp>
#include <lockstep/dist/nccl/id_file.hpp>
#include <lockstep/dist/nccl/library.hpp>

namespace lockstep {

/// Returns the names of the hosts of all ranks. gather(bytes) must exchange equal parts of `bytes`, as all_gather of a
/// communicator does.
template <class Gather>
LOCKSTEP_COLD std::vector<std::string> gather_hosts(std::size_t rank, std::size_t size, Gather gather) {
    constexpr std::size_t most = 256;
    std::vector<char> names(size * most);
    ::gethostname(names.data() + rank * most, most - 1);
    gather(std::as_writable_bytes(std::span(names)));
    std::vector<std::string> hosts(size);
    for (std::size_t r = 0; r < size; ++r) {
        hosts[r] = names.data() + r * most;
    }
    return hosts;
}
/// Returns the number of ranks below `rank` that run on the host of `rank`.
LOCKSTEP_COLD inline std::size_t place_on_host(std::size_t rank, std::vector<std::string> const& hosts) {
    return static_cast<std::size_t>(std::count(hosts.begin(), hosts.begin() + static_cast<std::ptrdiff_t>(rank), hosts[rank]));
}

/// The state of this process in NCCL, with its card. The copies of an nccl share one session, and the last copy destroys it.
struct nccl_session {
    using clock = std::chrono::steady_clock;

    /// `device` is a card's number or a part of its name. If it is empty, the card has the number `place` modulo the number of
    /// cards. `limit` is the number of seconds that an exchange waits. Throws as the constructor of nccl does.
    nccl_session(std::size_t own_rank, std::size_t ranks, std::string const& device, double limit, std::size_t place = 0)
        : rank(own_rank), size(ranks), time_limit(limit), found(find_nccl()) {
        if (!(std::isfinite(time_limit) && time_limit >= 0)) {
            refuse(formatted("time_limit is %g; give seconds, at least 0", time_limit));
        }
        if (rank >= size || size > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
            refuse("rank is " + std::to_string(rank) + " and size " + std::to_string(size) + "; give a rank below the size");
        }
        number = driver.choose(device.empty() ? std::to_string(place % static_cast<std::size_t>(driver.count())) : device);
        card = driver.numbered(number);
    }
    nccl_session(nccl_session const&) = delete;
    nccl_session& operator=(nccl_session const&) = delete;
    ~nccl_session() {
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
            fail_call(result, call);
        }
    }
    [[noreturn]] LOCKSTEP_COLD void fail_call(int result, char const* call) const {
        bool const may_share = result == nccl_library::invalid_usage && hosts.empty();
        std::string const advice =
            !may_share ? "" : formatted("; its card is %s. NCCL refuses ranks of one host on one card: if that is the reason, "
                                        "start at most one rank for each card, or name the cards in nccl_config.device",
                                        driver.name(card).c_str());
        fail(formatted(": %s: %s%s", call, library.text(result).c_str(), advice.c_str()));
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
            hosts.assign(size, "an unknown host");
            hosts = gather_hosts(rank, size, [this](std::span<std::byte> names) { all_gather(names); });
        });
    }

    /// Calls body() with the card's context current. If one of the two throws, sets has_failed and rethrows the exception. The
    /// destructor then aborts NCCL, since a regular end would wait for the other ranks.
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
        std::size_t unsent = 0;  // pieces that the next rank may not have received yet
        reserve(size > 1 ? numbers.size_bytes() : 0);
        for (std::size_t begin = 0; begin < numbers.size(); begin += piece) {
            std::size_t const count = std::min(piece, numbers.size() - begin), bytes = count * sizeof(float);
            std::size_t const offset = begin * sizeof(float);
            if (unsent == (rank > 0 ? 1 : most_unsent)) {
                wait("ncclSend", after);  // waits for the sends alone, so that an error names the right rank
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
    /// Queues a copy to the card's memory, `offset` bytes after `stage`. `from` is read before the call returns.
    void upload(void const* from, std::size_t offset, std::size_t bytes) const {
        std::memcpy(host_at(offset), from, bytes);
        driver.check(driver.cuMemcpyHtoDAsync(stage + offset, host_at(offset), bytes, stream), "cuMemcpyHtoDAsync");
    }
    /// Copies from the card's memory, `offset` bytes after `stage`, after all queued work. Waits for the copy, as wait() does.
    void download(void* to, std::size_t offset, std::size_t bytes, char const* what, std::string const& whom) const {
        driver.check(driver.cuMemcpyDtoHAsync(host_at(offset), stage + offset, bytes, stream), "cuMemcpyDtoHAsync");
        wait(what, whom);
        std::memcpy(to, host_at(offset), bytes);
    }

    /// Waits until the call of NCCL that returned `result` has queued its work. Throws std::runtime_error if the call has failed
    /// or the time limit has passed. `whom` names the ranks for which the call waits, for the message.
    void start(int result, char const* call, std::string const& whom) const {
        if (result != nccl_library::in_progress) {
            return check(result, call);
        }
        until([&] { return is_idle(call); }, call, whom);
    }
    /// Waits until all queued work is complete. Throws as start() does.
    void wait(char const* what, std::string const& whom) const {
        driver.check(driver.cuEventRecord(event, stream), "cuEventRecord");
        auto const has_happened = [&] {
            int const result = driver.cuEventQuery(event);
            if (result == cuda_driver::not_ready) {
                is_idle(what);  // throws if NCCL has failed
            } else {
                driver.check(result, what);
            }
            return result == 0;
        };
        until(has_happened, what, whom);
    }
    /// Returns false while NCCL works on a call. Throws std::runtime_error if NCCL has failed.
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
                fail(formatted(" waited %g s for %s (%s)", time_limit, whom.c_str(), what));
            }
            std::this_thread::yield();
        }
    }

    static constexpr std::size_t most_unsent = 64;  // if a card's queue is full, the next call waits without a limit
    std::size_t rank, size;
    double time_limit;
    std::pair<cuda_driver, nccl_library> found;
    cuda_driver const& driver = found.first;
    nccl_library const& library = found.second;
    int number = 0, card = 0;  // the card's number and its handle
    void *context = nullptr, *stream = nullptr, *event = nullptr, *comm = nullptr, *pinned = nullptr;
    cuda_driver::address stage = 0;
    std::size_t stage_size = 0;
    bool has_failed = false;
    std::vector<std::string> hosts;
};

}  // namespace lockstep
