// SPDX-License-Identifier: MIT
// NCCL without cards, in the place of libnccl.so.2: ranks are processes that a test has forked, or that find each other in the
// folder FAKE_NCCL_FOLDER. Numbers travel through sockets, from and to the memory of the fake driver (fake_cuda), when its stream
// is worked on. Calls do not wait for other ranks: they say that they are in progress, and until they no longer are, other calls
// are refused, as by NCCL.
#include "fake_nccl.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "fake_cuda/fake_cuda.hpp"

namespace {

constexpr int success = 0, cuda_error = 1, invalid_argument = 4, invalid_usage = 5, remote_error = 6, in_progress = 7;
constexpr int not_ready = 600;  // of the driver
int ranks = 0;
std::vector<int> sockets;  // [from][to]: the end of `from`
fake_nccl state;
struct communicator {
    int rank, asked_while_busy;
    bool is_busy;
    std::vector<bool> has_come;  // of the other ranks
    std::shared_ptr<bool> is_aborted = std::make_shared<bool>(false);
} one;

int socket_of(int from, int to) { return sockets[static_cast<std::size_t>(from * ranks + to)]; }
/// Sends or receives what can be now, and counts it in `done`. A rank that is gone is an error of the communicator.
bool move(int peer, bool sends, char* at, std::size_t bytes, std::size_t& done) {
    while (done < bytes) {
        int const socket = socket_of(one.rank, peer);
        auto const moved = sends ? ::send(socket, at + done, bytes - done, MSG_NOSIGNAL | MSG_DONTWAIT)
                                 : ::recv(socket, at + done, bytes - done, MSG_DONTWAIT);
        if (moved <= 0) {
            bool const is_later = moved < 0 && (errno == EAGAIN || errno == EINTR);
            state.asynchronous_error = is_later ? state.asynchronous_error : remote_error;
            return false;
        }
        done += static_cast<std::size_t>(moved);
    }
    return true;
}
std::size_t bytes_of(int type) { return type == 7 ? 4 : type == 1 ? 1 : 0; }
int check(void* comm, int type) {
    return comm != &one || bytes_of(type) == 0 ? invalid_argument : one.is_busy ? invalid_usage : success;
}
int queue(void const* at, std::size_t bytes, void* stream, std::function<int()> run) {
    auto const work = [run, is_aborted = one.is_aborted] { return *is_aborted ? success : run(); };
    return fake_cuda_enqueue(reinterpret_cast<std::uintptr_t>(at), bytes, stream, work) == success ? success : cuda_error;
}
int queue_move(int peer, bool sends, void const* at, std::size_t bytes, void* stream) {
    auto const address = reinterpret_cast<std::uintptr_t>(at);
    return queue(at, bytes, stream, [=, done = std::size_t(0)]() mutable {
        return move(peer, sends, reinterpret_cast<char*>(address), bytes, done) ? success : not_ready;
    });
}
int queue_broadcast(void const* from, void* to, std::size_t bytes, int root, void* stream) {
    if (one.rank != root) {
        return queue_move(root, false, to, bytes, stream);
    }
    int error = queue(to, bytes, stream, [=] {
        std::memmove(to, from, bytes);
        return success;
    });
    for (int r = 0; r < ranks && error == success; ++r) {
        error = r == root ? success : queue_move(r, true, from, bytes, stream);
    }
    return error;
}
/// Connects this rank with all others, by sockets in the folder. A rank calls those below it, and hears those above.
void meet(std::string const& folder, int size, int rank) {
    ranks = size;
    sockets.assign(static_cast<std::size_t>(size * size), -1);
    auto const address_of = [&](int r) {
        sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
        (folder + "/" + std::to_string(r)).copy(address.sun_path, sizeof address.sun_path - 1);
        return address;
    };
    auto const keep = [&](int peer, int end) { sockets[static_cast<std::size_t>(rank * size + peer)] = end; };
    int const listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un const own = address_of(rank);
    ::bind(listening, reinterpret_cast<sockaddr const*>(&own), sizeof own);
    ::listen(listening, size);
    for (int r = 0; r < rank; ++r) {
        sockaddr_un const other = address_of(r);
        int const end = ::socket(AF_UNIX, SOCK_STREAM, 0);
        while (::connect(end, reinterpret_cast<sockaddr const*>(&other), sizeof other) != 0) {
            ::usleep(1000);
        }
        ::send(end, &rank, sizeof rank, MSG_NOSIGNAL);
        keep(r, end);
    }
    for (int r = rank + 1; r < size; ++r) {
        int const end = ::accept(listening, nullptr, nullptr);
        int caller = 0;
        ::recv(end, &caller, sizeof caller, MSG_WAITALL);
        keep(caller, end);
    }
    ::close(listening);
}
/// What a call returns that has queued its work.
int begin_progress(int error) {
    one.is_busy = error == success;
    one.asked_while_busy = 0;
    return error == success ? in_progress : error;
}

}  // namespace

fake_nccl& fake_nccl_state() { return state; }

void fake_nccl_prepare(int size) {
    for (int const end : sockets) {
        ::close(end);
    }
    ranks = size;
    sockets.assign(static_cast<std::size_t>(size * size), -1);
    for (int a = 0; a < size; ++a) {
        for (int b = 0; b < a; ++b) {
            int ends[2];
            ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
            sockets[static_cast<std::size_t>(a * size + b)] = ends[0];
            sockets[static_cast<std::size_t>(b * size + a)] = ends[1];
        }
    }
}
void fake_nccl_begin_rank(int rank) {
    for (int a = 0; a < ranks; ++a) {
        for (int b = 0; b < ranks; ++b) {
            if (a != rank && a != b) {
                ::close(socket_of(a, b));  // so that a rank that ends is noticed
            }
        }
    }
}

extern "C" {

struct unique_id {
    char bytes[128];
};

int ncclGetUniqueId(unique_id* id) {
    std::memset(id, 0, sizeof *id);
    std::strcpy(id->bytes, "the id of a rank 0");
    return success;
}
/// Which starts with the same members in all versions since 2.14.
struct configuration {
    std::size_t size;
    unsigned magic, version;
    int blocking;
};

int ncclCommInitRankConfig(void** comm, int size, unique_id id, int rank, configuration* config) {
    if (config->magic != 0xcafebeef || config->version < 21400 || config->size < sizeof *config || config->blocking != 0) {
        return invalid_argument;
    }
    if (char const* const folder = std::getenv("FAKE_NCCL_FOLDER"); folder != nullptr && ranks == 0) {
        meet(folder, size, rank);
    }
    if (size != ranks || rank < 0 || rank >= size || std::strcmp(id.bytes, "the id of a rank 0") != 0) {
        return invalid_usage;
    }
    one.rank = rank;
    one.has_come.assign(static_cast<std::size_t>(size), false);
    *comm = &one;
    ++state.communicators;
    for (int r = 0; r < size; ++r) {
        char word = static_cast<char>(fake_cuda_state().device);  // ranks tell each other their cards
        std::size_t done = 0;
        one.has_come[static_cast<std::size_t>(r)] = r == rank || !move(r, true, &word, 1, done);
    }
    return begin_progress(success);
}
int ncclCommDestroy(void*) {
    --state.communicators;
    return success;
}
int ncclCommAbort(void*) {
    *one.is_aborted = true;
    --state.communicators;
    ++state.aborted;
    return success;
}
int ncclCommGetAsyncError(void*, int* error) {
    bool are_there = true;
    for (int r = 0; r < ranks; ++r) {
        char word = 0;
        std::size_t done = 0;
        std::vector<bool>::reference has_come = one.has_come[static_cast<std::size_t>(r)];
        if (!has_come && move(r, false, &word, 1, done)) {
            has_come = true;
            state.asynchronous_error = word == fake_cuda_state().device ? invalid_usage : state.asynchronous_error;
        }
        are_there = are_there && has_come;
    }
    one.is_busy = one.is_busy && (!are_there || ++one.asked_while_busy < 3);
    *error = state.asynchronous_error != success ? state.asynchronous_error : one.is_busy ? in_progress : success;
    return success;
}
char const* ncclGetErrorString(int error) { return error == remote_error ? "remote process exited" : "an error of the fake"; }

int ncclSend(void const* from, std::size_t count, int type, int to, void* comm, void* stream) {
    int const error = check(comm, type);
    return begin_progress(error != success ? error : queue_move(to, true, from, count * bytes_of(type), stream));
}
int ncclRecv(void* to, std::size_t count, int type, int from, void* comm, void* stream) {
    int const error = check(comm, type);
    return begin_progress(error != success ? error : queue_move(from, false, to, count * bytes_of(type), stream));
}
int ncclBroadcast(void const* from, void* to, std::size_t count, int type, int root, void* comm, void* stream) {
    int const error = check(comm, type);
    return begin_progress(error != success ? error : queue_broadcast(from, to, count * bytes_of(type), root, stream));
}
int ncclAllGather(void const* from, void* to, std::size_t count, int type, void* comm, void* stream) {
    int error = check(comm, type);
    std::size_t const bytes = count * bytes_of(type);
    for (int r = 0; r < ranks && error == success; ++r) {
        error = queue_broadcast(from, static_cast<char*>(to) + static_cast<std::size_t>(r) * bytes, bytes, r, stream);
    }
    return begin_progress(error);
}

}  // extern "C"
