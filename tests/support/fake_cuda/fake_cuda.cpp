// SPDX-License-Identifier: MIT
// The functions of CUDA's driver and of NVRTC that Lockstep calls, on the processor. Texts are compiled as C++, a lane of a warp
// is a fiber. It is as strict as a card: work is done when it is waited for, memory crashes when the host touches it, memory of
// the host is read late, scratch begins as NaN, lanes run in changing orders between barriers, and lanes that do not meet are an
// error. If it is asked to, it finds races (races.hpp). A copy from or to memory of the host that is not pinned first waits for
// all that was queued before it. A wait that has no limit, for work that never ends, ends the program.
#undef _FORTIFY_SOURCE  // which takes a jump to another stack for a mistake
#include "fake_cuda.hpp"

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <regex>
#include <set>

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <lockstep/device/flush_denormals.hpp>

#include "races.hpp"

#ifndef LOCKSTEP_KERNEL_OPTIONS
#define LOCKSTEP_KERNEL_OPTIONS "-O1"
#endif

namespace {

constexpr int success = 0, invalid_value = 1, out_of_memory = 2, not_initialized = 3, no_device = 100, invalid_context = 201,
              not_found = 500, not_ready = 600, illegal_address = 700, launch_failed = 719;

fake_cuda state;
bool is_initialized = false;
int sticky_error = 0;

/// Bytes of the card, the last of them before a page that nobody has.
struct allocation {
    char* pages;
    std::size_t mapped, bytes;
    bool is_managed;  // the host may touch it while nothing is queued
};
std::map<std::uintptr_t, allocation> memory;
struct piece_of_work {
    std::function<int()> run;
    std::string kernel = "";
};
std::deque<piece_of_work> queue;
// What a program may leave on purpose; never destroyed, so that no sanitizer takes it for lost.
std::set<void*>& kept = *new std::set<void*>;
std::map<std::uintptr_t, std::size_t> pinned;  // memory of the host, and its bytes
struct event {
    std::shared_ptr<bool> is_over = std::make_shared<bool>(true);  // which what is queued keeps when the event is gone
};
thread_local void* current = nullptr;
int context_tag;

int begin(char const* function) {
    if (state.failing == function) {
        return state.error;
    }
    return is_initialized ? sticky_error : not_initialized;
}
int begin_in_context(char const* function) {
    int const error = begin(function);
    return error == success && current != &context_tag ? invalid_context : error;
}
bool is_pinned(void const* from, std::size_t bytes) {
    auto const at = reinterpret_cast<std::uintptr_t>(from);
    auto const after = pinned.upper_bound(at);
    return after != pinned.begin() && at + bytes <= std::prev(after)->first + std::prev(after)->second;
}
bool is_inside(std::uintptr_t at, std::size_t bytes) {
    auto const after = memory.upper_bound(at);
    return after != memory.begin() && at + bytes <= std::prev(after)->first + std::prev(after)->second.bytes;
}
/// Whether a page is the card's memory.
bool is_of_card(std::uintptr_t page) {
    auto const after = memory.upper_bound(page + 4095);
    if (after == memory.begin()) {
        return false;
    }
    allocation const& last = std::prev(after)->second;
    return page < reinterpret_cast<std::uintptr_t>(last.pages) + last.mapped;
}
bool is_working = false;
void protect() {
    for (auto const& [at, a] : memory) {
        bool const is_open = is_working || (a.is_managed && queue.empty());
        ::mprotect(a.pages, a.mapped, is_open ? PROT_READ | PROT_WRITE : PROT_NONE);
    }
}
void push(piece_of_work work);

/// Work on bytes of the card, for when it is waited for.
template <class F>
int enqueue(char const* function, std::uintptr_t at, std::size_t bytes, void* stream, F work) {
    int const error = begin_in_context(function);
    if (error != success || stream != &queue || !is_inside(at, bytes)) {
        return error != success ? error : invalid_value;
    }
    push({work});
    return success;
}

/// Works until this holds or nothing is left; false at a kernel that never ends, and at work that is not ready.
template <class Until>
bool work_until(Until until) {
    is_working = true;
    protect();
    bool is_stuck = false;
    while (!queue.empty() && sticky_error == success && !until() && !is_stuck) {
        if (!state.endless.empty() && queue.front().kernel == "kernel_" + state.endless) {
            is_stuck = true;
        } else {
            int const result = queue.front().run();
            is_stuck = result == not_ready;
            if (!is_stuck) {
                queue.pop_front();
                sticky_error = result;
            }
        }
    }
    if (sticky_error != success) {
        queue.clear();
    }
    is_working = false;
    protect();
    return !is_stuck;
}
/// As a program does that can do nothing else meanwhile.
void work_to_the_end() {
    if (!work_until([] { return false; })) {
        std::fprintf(stderr, "fake CUDA: a program waits without a limit for work that may never end\n");
        std::abort();
    }
}
/// A card's queue holds about 1000 launches and copies. When it is full the driver waits.
void push(piece_of_work work) {
    constexpr std::size_t most = 1024;
    if (queue.size() == most && !work_until([] { return queue.size() < most; })) {
        std::fprintf(stderr, "fake CUDA: a program queues more than a card holds, behind work that may never end\n");
        std::abort();
    }
    queue.push_back(std::move(work));
    protect();
}
int copy(char const* function, void* to, void const* from, std::size_t bytes, bool is_upload, void* stream) {
    void const* const of_host = is_upload ? from : to;
    if (begin_in_context(function) == success && stream == &queue && !is_pinned(of_host, bytes)) {
        work_to_the_end();
    }
    return enqueue(function, reinterpret_cast<std::uintptr_t>(is_upload ? to : from), bytes, stream, [=] {
        std::memcpy(to, from, bytes);
        return success;
    });
}

// A block: lanes as fibers.

constexpr std::size_t warp = 32, most_threads = 128, stack_size = std::size_t(1) << 20;
enum class lane_state { runs, waits, done };
struct lane {
    std::jmp_buf place;  // where it goes on
    bool has_stack;      // and stands there between its bodies
    lane_state now;
    unsigned mask;    // of those whom it waits for
    int kind, other;  // what for: a barrier, a vote, the number of another lane
    unsigned given, got;
};
lane lanes[most_threads];
std::unique_ptr<char[]> stacks[most_threads];
std::size_t width = warp;  // threads of the block
std::jmp_buf scheduler;
std::size_t running = 0;
bool has_crashed = false;
std::function<void()> body;
race_finder races;
std::size_t running_block = 0;

/// The pack of its block that a thread works on.
std::size_t pack_of(std::size_t thread) { return width > warp ? 0 : thread / 16; }
void reach(void const* at, std::size_t bytes, bool is_write) {
    auto const* const byte = static_cast<char const*>(at);
    char const* const own = stacks[running].get();
    if (byte < own || byte >= own + stack_size) {
        races.reach({running_block, pack_of(running), running}, reinterpret_cast<std::uintptr_t>(at), bytes, is_write,
                    is_of_card);
    }
}

/// Back to run_block(), until it lets this lane go on. A jump takes no call of the kernel, as swapcontext() does.
void let_others() {
    if (_setjmp(lanes[running].place) == 0) {
        std::longjmp(scheduler, 1);
    }
}
unsigned meet(unsigned mask, int kind, unsigned given, int other) {
    lane& mine = lanes[running];
    mine.now = lane_state::waits;
    mine.mask = mask;
    mine.kind = kind;
    mine.given = given;
    mine.other = other;
    let_others();
    return mine.got;
}
void run_lane() {
    for (;;) {
        body();
        lanes[running].now = lane_state::done;
        let_others();
    }
}
/// Lets the running lane go on until it lets others.
void go_on() {
    if (_setjmp(scheduler) != 0) {
        return;
    }
    lane& mine = lanes[running];
    if (mine.has_stack) {
        std::longjmp(mine.place, 1);
    }
    mine.has_stack = true;
    if (stacks[running] == nullptr) {
        stacks[running] = std::make_unique<char[]>(stack_size);
    }
    ::ucontext_t begin;
    ::getcontext(&begin);
    begin.uc_stack.ss_sp = stacks[running].get();
    begin.uc_stack.ss_size = stack_size;
    begin.uc_link = nullptr;
    ::makecontext(&begin, run_lane, 0);
    ::setcontext(&begin);
}
void crash(int) {
    has_crashed = true;
    std::longjmp(scheduler, 1);
}

/// Lets those go on who wait for each other; false if some wait in vain.
bool release() {
    bool has_released = false, is_waiting = false;
    for (std::size_t first = 0; first < width; ++first) {
        lane const& asked = lanes[first];
        if (asked.now != lane_state::waits) {
            continue;
        }
        is_waiting = true;
        bool const is_block = asked.kind >= 3;
        std::size_t const begin = is_block ? 0 : first / warp * warp, end = is_block ? width : begin + warp;
        auto const is_meant = [&](std::size_t l) { return is_block || (asked.mask >> (l - begin) & 1) != 0; };
        unsigned vote = 0;
        bool is_complete = is_meant(first);
        for (std::size_t l = begin; l < end; ++l) {
            if (is_meant(l)) {
                is_complete = is_complete && lanes[l].now == lane_state::waits && lanes[l].mask == asked.mask && lanes[l].kind == asked.kind;
                vote |= lanes[l].given;
            }
        }
        if (!is_complete && is_block) {
            continue;  // others may come, if they are released
        }
        if (!is_complete) {
            return false;
        }
        if (asked.kind == 0 || is_block) {
            races.pass_barrier(pack_of(first));
        }
        for (std::size_t l = begin; l < end; ++l) {
            if (is_meant(l)) {
                lanes[l].got = asked.kind == 2 ? lanes[l ^ static_cast<std::size_t>(lanes[l].other)].given : vote;
                lanes[l].now = lane_state::runs;
            }
        }
        has_released = true;
    }
    return has_released || !is_waiting;
}

/// One block. The lanes run from the first to the last or back, as `backward` says.
int run_block(void* thread_index, bool backward) {
    for (std::size_t l = 0; l < width; ++l) {
        lanes[l].now = lane_state::runs;
    }
    for (;;) {
        bool is_done = true;
        for (std::size_t k = 0; k < width; ++k) {
            running = backward ? width - 1 - k : k;
            is_done = is_done && lanes[running].now == lane_state::done;
            if (lanes[running].now != lane_state::runs) {
                continue;
            }
            auto const x = static_cast<unsigned>(running);
            std::memcpy(thread_index, &x, sizeof x);
            has_crashed = false;
            go_on();
            if (has_crashed) {
                return illegal_address;
            }
        }
        if (is_done) {
            return success;
        }
        if (!release()) {
            return launch_failed;
        }
    }
}

struct kernel_function {
    void* library;
    std::string name;
    int static_bytes;  // of shared memory, which the text takes
    int shared_limit = 48 * 1024 - static_bytes;

    template <class F>
    F* find(std::string const& symbol) const {
        return reinterpret_cast<F*>(::dlsym(library, symbol.c_str()));
    }

    int run(unsigned blocks, unsigned threads, std::vector<std::vector<char>> arguments, std::size_t shared_bytes) const {
        std::vector<void*> pointers;
        for (auto& a : arguments) {
            pointers.push_back(a.data());
        }
        auto* const call = find<void(void**)>("fake_call_" + name);
        *static_cast<decltype(&meet)*>(::dlsym(library, "fake_meet")) = meet;
        *static_cast<decltype(&reach)*>(::dlsym(library, "fake_reach")) = reach;
        races.begin_launch(name);
        auto* const scratch = static_cast<float*>(::dlsym(library, "ls_shared"));
        auto* const block = static_cast<unsigned*>(::dlsym(library, "blockIdx"));
        struct ::sigaction handler {}, before{};
        handler.sa_handler = crash;
        handler.sa_flags = SA_NODEFER;  // it jumps away, and may come again
        ::sigaction(SIGSEGV, &handler, &before);
        lockstep::flush_denormals const mode;
        width = threads;
        int error = success;
        for (unsigned pack = 0; pack < blocks && error == success; ++pack) {
            *block = pack;
            running_block = pack;
            std::memset(scratch, 0xff, shared_bytes);
            body = [&] { call(pointers.data()); };
            error = run_block(::dlsym(library, "threadIdx"), pack % 2 == 1);
            for (lane& l : lanes) {
                l.has_stack = l.has_stack && error == success;  // else what they left is in the middle of a body
            }
            state.race = state.race.empty() ? races.first() : state.race;
        }
        ::sigaction(SIGSEGV, &before, nullptr);
        return error;
    }
};

struct loaded_module {
    void* library;
    std::map<std::string, kernel_function> functions;
};

struct compiler_program {
    std::string text, log, binary;
};

std::string read(std::filesystem::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
/// What a text takes of shared memory, beside that of the launch.
std::size_t static_shared_bytes(std::string const& text) {
    std::regex const taken("static __shared__ [^;]*float \\w+\\[([0-9]+)\\];");
    std::size_t floats = 0;
    for (std::sregex_iterator found(text.begin(), text.end(), taken), end; found != end; ++found) {
        floats += std::stoul((*found)[1]);
    }
    return floats * sizeof(float);
}
/// A folder that is gone after use.
struct folder {
    std::filesystem::path path;
    folder() {
        std::string name = (std::filesystem::temp_directory_path() / "fake_cuda.XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~folder() { std::filesystem::remove_all(path); }
};

}  // namespace

fake_cuda* state_of_fake_cuda() { return &state; }
int fake_cuda_enqueue(std::uintptr_t at, std::size_t bytes, void* stream, std::function<int()> run) {
    return enqueue("fake_cuda_enqueue", at, bytes, stream, run);
}

extern "C" {

// The driver.

int cuInit(unsigned) {
    is_initialized = true;
    return state.devices.empty() ? no_device : begin("cuInit");
}
int cuDriverGetVersion(int* version) {
    *version = state.driver_version;
    return success;
}
int cuGetErrorName(int error, char const** name) {
    *name = error == illegal_address ? "CUDA_ERROR_ILLEGAL_ADDRESS" : error == launch_failed ? "CUDA_ERROR_LAUNCH_FAILED" : nullptr;
    return *name == nullptr ? invalid_value : success;
}
int cuGetErrorString(int error, char const** text) {
    *text = error == illegal_address ? "an illegal memory access was encountered" : nullptr;
    return *text == nullptr ? invalid_value : success;
}
int cuDeviceGetCount(int* count) {
    *count = static_cast<int>(state.devices.size());
    return begin("cuDeviceGetCount");
}
int cuDeviceGet(int* device, int number) {
    *device = 10 + number;
    return begin("cuDeviceGet");
}
int cuDeviceGetName(char* name, int size, int device) {
    std::snprintf(name, static_cast<std::size_t>(size), "%s", state.devices[static_cast<std::size_t>(device - 10)].c_str());
    return begin("cuDeviceGetName");
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
    *value = attribute == 75    ? state.capability / 10
             : attribute == 76  ? state.capability % 10
             : attribute == 83  ? state.managed
             : attribute == 89  ? state.concurrent
             : attribute == 97  ? static_cast<int>(state.shared_memory)
             : attribute == 100 ? state.host_page_tables
                                : -1;
    return *value < 0 ? invalid_value : begin("cuDeviceGetAttribute");
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
    state.device = device - 10;
    int const error = begin("cuDevicePrimaryCtxRetain");
    *context = &context_tag;
    state.contexts += error == success;
    return error;
}
int cuDevicePrimaryCtxRelease_v2(int) {
    --state.contexts;
    sticky_error = success;
    return success;
}
int cuCtxSetCurrent(void* context) {
    current = context;
    return begin("cuCtxSetCurrent");
}
int cuStreamCreate(void** stream, unsigned flags) {
    int const error = flags == 1 ? begin_in_context("cuStreamCreate") : invalid_value;
    *stream = error == success ? &queue : nullptr;
    state.streams += error == success;
    return error;
}
int cuStreamDestroy_v2(void*) {
    --state.streams;
    return success;
}
int cuStreamSynchronize(void* stream) {
    if (int const error = begin_in_context("cuStreamSynchronize"); error != success || stream != &queue) {
        return error != success ? error : invalid_value;
    }
    work_to_the_end();
    return sticky_error;
}
int cuEventCreate(void** made, unsigned flags) {
    int const error = flags == 2 ? begin_in_context("cuEventCreate") : invalid_value;
    *made = error == success ? *kept.insert(new event).first : nullptr;
    state.events += error == success;
    return error;
}
int cuEventDestroy_v2(void* destroyed) {
    kept.erase(destroyed);
    delete static_cast<event*>(destroyed);
    --state.events;
    return success;
}
int cuEventRecord(void* recorded, void* stream) {
    if (int const error = begin_in_context("cuEventRecord"); error != success || stream != &queue) {
        return error != success ? error : invalid_value;
    }
    auto* const e = static_cast<event*>(recorded);
    *e->is_over = false;
    push({[over = e->is_over] {
        *over = true;
        return success;
    }});
    return success;
}
int cuEventQuery(void* asked) {
    auto* const e = static_cast<event*>(asked);
    work_until([e] { return *e->is_over; });
    if (int const error = begin_in_context("cuEventQuery"); error != success) {
        return error;
    }
    return *e->is_over ? success : not_ready;
}
int cuModuleLoadData(void** module, void const* image) {
    if (begin_in_context("cuModuleLoadData") == success) {
        work_to_the_end();  // as a card may that must make room for the stacks of threads
    }
    if (int const error = begin_in_context("cuModuleLoadData"); error != success) {
        return error;
    }
    Elf64_Ehdr head;
    std::memcpy(&head, image, sizeof head);
    if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
        return 200;
    }
    folder const place;
    std::string const path = (place.path / "kernel.so").string();
    std::ofstream(path, std::ios::binary)
        .write(static_cast<char const*>(image), static_cast<std::streamsize>(head.e_shoff + head.e_shnum * head.e_shentsize));
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return 200;
    }
    *module = *kept.insert(new loaded_module{library, {}}).first;
    ++state.modules;
    return success;
}
int cuModuleUnload(void* module) {
    auto* const m = static_cast<loaded_module*>(module);
    ::dlclose(m->library);
    kept.erase(module);
    delete m;
    --state.modules;
    return success;
}
int cuModuleGetFunction(void** function, void* module, char const* name) {
    auto* const m = static_cast<loaded_module*>(module);
    if (::dlsym(m->library, name) == nullptr) {
        return not_found;
    }
    auto* const static_bytes = reinterpret_cast<int (*)()>(::dlsym(m->library, ("fake_shared_" + std::string(name)).c_str()));
    *function = &m->functions.try_emplace(name, kernel_function{m->library, name, static_bytes()}).first->second;
    return begin("cuModuleGetFunction");
}
int cuFuncSetAttribute(void* function, int attribute, int value) {
    auto* const f = static_cast<kernel_function*>(function);
    if (attribute != 8 || static_cast<std::size_t>(value + f->static_bytes) > state.shared_memory) {
        return invalid_value;
    }
    f->shared_limit = value;
    return begin("cuFuncSetAttribute");
}
int cuLaunchKernel(void* function, unsigned blocks, unsigned y, unsigned z, unsigned threads, unsigned threads_y, unsigned threads_z,
                   unsigned shared_bytes, void* stream, void** arguments, void** extra) {
    auto const* const f = static_cast<kernel_function*>(function);
    bool const is_valid = blocks > 0 && y == 1 && z == 1 && threads % warp == 0 && threads <= most_threads && threads_y == 1 && threads_z == 1 &&
                          static_cast<int>(shared_bytes) <= f->shared_limit && stream == &queue && extra == nullptr;
    if (int const error = begin_in_context("cuLaunchKernel"); error != success || !is_valid) {
        return error != success ? error : invalid_value;
    }
    std::vector<std::vector<char>> copies;
    auto const* size = f->find<std::size_t const*()>("fake_sizes_" + f->name)();
    for (std::size_t i = 0; size[i] != 0; ++i) {
        auto const* const from = static_cast<char const*>(arguments[i]);
        copies.emplace_back(from, from + size[i]);
    }
    ++state.launches;
    state.shared_bytes = shared_bytes;
    push({[f = *f, blocks, threads, copies, shared_bytes] { return f.run(blocks, threads, copies, shared_bytes); }, f->name});
    return success;
}
}

namespace {
int allocate(unsigned long long* at, std::size_t bytes, bool is_managed) {
    if (bytes > state.memory) {
        return out_of_memory;
    }
    auto const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::size_t const inside = (bytes + 15) / 16 * 16, mapped = (inside + page - 1) / page * page;
    auto* const pages = static_cast<char*>(::mmap(nullptr, mapped + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::memset(pages, 0x7f, mapped);  // not zeros
    ::mprotect(pages, mapped + page, PROT_NONE);
    *at = reinterpret_cast<std::uintptr_t>(pages + mapped - inside);
    memory[*at] = {pages, mapped, bytes, is_managed};
    ++state.buffers;
    return success;
}
}  // namespace

extern "C" {

int cuMemAlloc_v2(unsigned long long* at, std::size_t bytes) {
    int const error = begin_in_context("cuMemAlloc");
    return error != success ? error : bytes == 0 ? invalid_value : allocate(at, bytes, false);
}
int cuMemAllocManaged(unsigned long long* at, std::size_t bytes, unsigned flags) {
    int const error = begin_in_context("cuMemAllocManaged");
    ++state.managed_allocations;
    return error != success ? error : bytes == 0 || flags != 1 || !state.managed ? invalid_value : allocate(at, bytes, true);
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    *free = *total = state.memory;
    return begin_in_context("cuMemGetInfo");
}
int cuMemFree_v2(unsigned long long at) {
    auto const found = memory.find(at);
    if (found == memory.end()) {
        return invalid_value;
    }
    auto const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    ::munmap(found->second.pages, found->second.mapped + page);
    memory.erase(found);
    --state.buffers;
    return success;
}
int cuMemHostAlloc(void** at, std::size_t bytes, unsigned) {
    *at = *kept.insert(std::malloc(bytes)).first;
    pinned[reinterpret_cast<std::uintptr_t>(*at)] = bytes;
    ++state.pinned;
    return begin_in_context("cuMemHostAlloc");
}
int cuMemFreeHost(void* at) {
    kept.erase(at);
    pinned.erase(reinterpret_cast<std::uintptr_t>(at));
    std::free(at);
    --state.pinned;
    return success;
}
int cuMemsetD8Async(unsigned long long to, unsigned char value, std::size_t count, void* stream) {
    return enqueue("cuMemsetD8Async", to, count, stream, [=] {
        std::memset(reinterpret_cast<void*>(to), value, count);
        return success;
    });
}
int cuMemcpyHtoDAsync_v2(unsigned long long to, void const* from, std::size_t bytes, void* stream) {
    ++state.uploads;
    return copy("cuMemcpyHtoDAsync", reinterpret_cast<void*>(to), from, bytes, true, stream);
}
int cuMemcpyDtoHAsync_v2(void* to, unsigned long long from, std::size_t bytes, void* stream) {
    return copy("cuMemcpyDtoHAsync", to, reinterpret_cast<void const*>(from), bytes, false, stream);
}

// The compiler.

int nvrtcVersion(int* major, int* minor) {
    *major = state.compiler_version;
    *minor = state.compiler_minor;
    return success;
}
int nvrtcGetNumSupportedArchs(int* count) {
    *count = static_cast<int>(state.architectures.size());
    return success;
}
int nvrtcGetSupportedArchs(int* list) {
    std::ranges::copy(state.architectures, list);
    return success;
}
char const* nvrtcGetErrorString(int error) {
    return error == 6 ? "NVRTC_ERROR_COMPILATION" : error == 7 ? "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE" : "NVRTC_ERROR";
}
int nvrtcCreateProgram(void** program, char const* text, char const*, int, char const* const*, char const* const*) {
    *program = new compiler_program{text, "", ""};
    return success;
}
int nvrtcDestroyProgram(void** program) {
    delete static_cast<compiler_program*>(*program);
    *program = nullptr;
    return success;
}
int nvrtcCompileProgram(void* program, int count, char const* const* options) {
    auto& p = *static_cast<compiler_program*>(program);
    ++state.compilations;
    bool is_exact = false;
    for (std::string const& option : std::vector<std::string>(options, options + count)) {
        is_exact = is_exact || option == "--fmad=false";
        state.target = option.starts_with("--gpu-architecture=") ? option.substr(19) : state.target;
    }
    std::string const builtins =
        "libnvrtc-builtins.so." + std::to_string(state.compiler_version) + "." + std::to_string(state.compiler_minor);
    if (state.looks_for_builtins && ::dlopen(builtins.c_str(), RTLD_NOW) == nullptr) {
        p.log = "nvrtc: error: failed to open " + builtins + ".";
        return 7;
    }
    folder const place;
    std::string const source = (place.path / "kernel.cpp").string(), binary = (place.path / "kernel.so").string();
    std::string whole = "#include \"" + std::filesystem::path(__FILE__).parent_path().string() + "/on_host.hpp\"\n" + p.text;
    std::smatch name;
    if (std::regex_search(p.text, name, std::regex("__launch_bounds__\\([0-9]+\\)\\s+(\\w+)\\("))) {
        std::string const called = name[1];
        whole += "extern \"C\" void fake_call_" + called + "(void** a) { fake_call(&" + called + ", a); }\n" +
                 "extern \"C\" size_t const* fake_sizes_" + called + "() { return fake_sizes(&" + called + "); }\n" +
                 "extern \"C\" int fake_shared_" + called + "() { return " + std::to_string(static_shared_bytes(p.text)) + "; }\n";
    }
    std::ofstream(source) << whole;
    std::string const compiler = std::getenv("CXX") == nullptr ? "c++" : std::getenv("CXX");
    // Instrumented as for a thread sanitizer, but without its library: on_host.hpp has the functions.
    std::string const compile = compiler + " -std=c++20 " LOCKSTEP_KERNEL_OPTIONS " -w -fPIC -shared -nostdlib -ffp-contract=" +
                                (is_exact ? "off " : "fast ") + (state.finds_races ? "-fsanitize=thread " : "") + source +
                                " -o " + binary + " 2> " + (place.path / "log").string();
    bool const is_compiled = std::system(compile.c_str()) == 0;
    p.log = read(place.path / "log");
    p.binary = is_compiled ? read(binary) : "";
    return is_compiled ? success : 6;
}
int nvrtcGetProgramLogSize(void* program, std::size_t* size) {
    *size = static_cast<compiler_program*>(program)->log.size() + 1;
    return success;
}
int nvrtcGetProgramLog(void* program, char* log) {
    std::strcpy(log, static_cast<compiler_program*>(program)->log.c_str());
    return success;
}
int nvrtcGetCUBINSize(void* program, std::size_t* size) {
    *size = static_cast<compiler_program*>(program)->binary.size();
    return success;
}
int nvrtcGetCUBIN(void* program, char* binary) {
    std::ranges::copy(static_cast<compiler_program*>(program)->binary, binary);
    return success;
}
int nvrtcGetPTXSize(void* program, std::size_t* size) { return nvrtcGetCUBINSize(program, size); }
int nvrtcGetPTX(void* program, char* text) { return nvrtcGetCUBIN(program, text); }
}
