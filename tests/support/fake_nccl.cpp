// SPDX-License-Identifier: MIT
// NCCL without cards, in the place of libnccl.so.2: ranks are processes that a test has forked, and numbers travel through
// sockets, from and to the memory of the fake driver (fake_cuda).
#include "fake_nccl.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <sys/socket.h>
#include <unistd.h>

extern "C" {
int cuStreamSynchronize(void* stream);
int cuMemcpyHtoDAsync_v2(unsigned long long to, void const* from, std::size_t bytes, void* stream);
int cuMemcpyDtoHAsync_v2(void* to, unsigned long long from, std::size_t bytes, void* stream);
}

namespace {

constexpr int success = 0, invalid_argument = 4, invalid_usage = 5, remote_error = 6;
int ranks = 0;
std::vector<int> sockets;  // [from][to]: the end of `from`
fake_nccl state;
struct communicator {
    int rank;
} one;

int socket_of(int from, int to) { return sockets[static_cast<std::size_t>(from * ranks + to)]; }
bool write_all(int to, void const* bytes, std::size_t count) {
    for (auto at = static_cast<char const*>(bytes); count > 0;) {
        auto const done = ::send(to, at, count, MSG_NOSIGNAL);
        if (done <= 0) {
            return false;
        }
        at += done;
        count -= static_cast<std::size_t>(done);
    }
    return true;
}
bool read_all(int from, void* bytes, std::size_t count) {
    for (auto at = static_cast<char*>(bytes); count > 0;) {
        auto const done = ::recv(from, at, count, 0);
        if (done <= 0) {
            return false;
        }
        at += done;
        count -= static_cast<std::size_t>(done);
    }
    return true;
}
std::size_t bytes_of(int type) { return type == 7 ? 4 : type == 1 ? 1 : 0; }
int check(void* comm, int type) { return comm != &one || bytes_of(type) == 0 ? invalid_argument : success; }
/// After all that the stream was given before.
int download(void const* from, std::vector<char>& to, void* stream) {
    int const error = cuMemcpyDtoHAsync_v2(to.data(), reinterpret_cast<std::uintptr_t>(from), to.size(), stream);
    return error != success ? error : cuStreamSynchronize(stream);
}
int upload(std::vector<char> const& from, void* to, void* stream) {
    int const error = cuMemcpyHtoDAsync_v2(reinterpret_cast<std::uintptr_t>(to), from.data(), from.size(), stream);
    return error != success ? error : cuStreamSynchronize(stream);
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
int ncclCommInitRank(void** comm, int size, unique_id id, int rank) {
    if (size != ranks || rank < 0 || rank >= size || std::strcmp(id.bytes, "the id of a rank 0") != 0) {
        return invalid_usage;
    }
    one.rank = rank;
    *comm = &one;
    ++state.communicators;
    return success;
}
int ncclCommDestroy(void*) {
    --state.communicators;
    return success;
}
int ncclCommAbort(void*) {
    --state.communicators;
    ++state.aborted;
    return success;
}
int ncclCommGetAsyncError(void*, int* error) {
    *error = state.asynchronous_error;
    return success;
}
char const* ncclGetErrorString(int error) { return error == remote_error ? "remote process exited" : "an error of the fake"; }

int ncclSend(void const* from, std::size_t count, int type, int to, void* comm, void* stream) {
    std::vector<char> bytes(count * bytes_of(type));
    int error = check(comm, type);
    error = error != success ? error : download(from, bytes, stream);
    return error != success ? error : write_all(socket_of(one.rank, to), bytes.data(), bytes.size()) ? success : remote_error;
}
int ncclRecv(void* to, std::size_t count, int type, int from, void* comm, void* stream) {
    std::vector<char> bytes(count * bytes_of(type));
    int const error = check(comm, type);
    if (error != success) {
        return error;
    }
    return read_all(socket_of(one.rank, from), bytes.data(), bytes.size()) ? upload(bytes, to, stream) : remote_error;
}
int ncclBroadcast(void const* from, void* to, std::size_t count, int type, int root, void* comm, void* stream) {
    if (one.rank != root) {
        return ncclRecv(to, count, type, root, comm, stream);
    }
    std::vector<char> bytes(count * bytes_of(type));
    int error = check(comm, type);
    error = error != success ? error : download(from, bytes, stream);
    error = error != success ? error : upload(bytes, to, stream);
    for (int r = 0; r < ranks && error == success; ++r) {
        error = r == root ? success : ncclSend(from, count, type, r, comm, stream);
    }
    return error;
}
int ncclAllGather(void const* from, void* to, std::size_t count, int type, void* comm, void* stream) {
    int error = success;
    for (int r = 0; r < ranks && error == success; ++r) {
        auto* const part = static_cast<char*>(to) + static_cast<std::size_t>(r) * count * bytes_of(type);
        error = ncclBroadcast(from, part, count, type, r, comm, stream);
    }
    return error;
}

}  // extern "C"
