// SPDX-License-Identifier: MIT
// Objective-C's runtime and Metal, as far as device/metal.hpp uses them, for Linux on x86-64: a library that tests load. A
// kernel's text is compiled as C++ by the compiler of the tests, and the lanes of a pack run it in turn, each up to its next
// barrier or vote.
//
// It is strict where Metal is not. A command buffer runs when the host asks for its status, and from the moment a buffer is bound
// until then the host crashes on its memory. A buffer ends at a page that nobody may touch, and holds garbage at first. Objects
// that are used after their release, methods that do not exist and what Metal forbids end the program with a sentence. Lanes that
// part at a barrier fail their command buffer. Mathematics is fast unless the program asks for the safe one.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <lockstep/device/flush_denormals.hpp>

#include <tests/support/fake_metal.hpp>
#include <tests/support/fake_threadgroup.hpp>
#include <tests/support/temporary_folder.hpp>

namespace {

lockstep_test::fake_metal_system state;

[[noreturn]] void refuse(std::string const& reason) {
    std::fprintf(stderr, "fake Metal: %s\n", reason.c_str());
    std::abort();
}

// Objects.

struct object {
    explicit object(char const* of) : type(of) { ++state.living; }
    virtual ~object() = default;
    virtual void end() {}  ///< at the last release
    char const* type;
    int references = 1;
};

void release(object* o) {
    if (--o->references == 0) {
        o->end();
    }
}

std::vector<std::vector<object*>> pools;

template <class T>
T* autorelease(T* o) {
    if (pools.empty()) {
        refuse(std::string("an object of ") + o->type + " is returned outside of every pool");
    }
    pools.back().push_back(o);
    return o;
}

/// Objects stay in memory after their end, so that their use is noticed.
template <class T, class... A>
T* make(A&&... arguments) {
    static std::vector<std::unique_ptr<object>> all;
    auto made = std::make_unique<T>(std::forward<A>(arguments)...);
    T* const result = made.get();
    all.push_back(std::move(made));
    return result;
}

/// A reference that is not the program's.
template <class T>
class held {
public:
    held() = default;
    explicit held(T* o) : object_(o) {
        if (o != nullptr) {
            ++o->references;
        }
    }
    held(held const& other) : held(other.object_) {}
    held& operator=(held other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~held() {
        if (object_ != nullptr) {
            release(object_);
        }
    }
    T* get() const { return object_; }
    T* operator->() const { return object_; }

private:
    T* object_ = nullptr;
};

struct string : object {
    explicit string(std::string of) : object("NSString"), text(std::move(of)) {}
    std::string text;
};
struct error : object {
    explicit error(std::string of, long number = 0) : object("NSError"), text(std::move(of)), code(number) {}
    std::string text;
    long code;
};
struct compile_options : object {
    compile_options() : object("MTLCompileOptions") {}
    bool is_safe = false;
    std::size_t version = 0;
};
struct device : object {
    explicit device(char const* of) : object("MTLDevice"), name(of) { --state.living; }  // it is the system's
    char const* name;
};
struct array : object {
    explicit array(std::vector<device*> of) : object("NSArray"), devices(std::move(of)) {}
    std::vector<device*> devices;
};

/// Memory of the host, up to a page that nobody may touch.
struct buffer : object {
    explicit buffer(std::size_t of) : object("MTLBuffer"), size(of), pages((of + page - 1) / page * page) {
        first = static_cast<char*>(::mmap(nullptr, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        if (first == MAP_FAILED) {
            refuse("no memory");
        }
        ::mprotect(first + pages, page, PROT_NONE);
        contents = first + (pages - (size + 15) / 16 * 16);
        std::memset(first, 0xcd, pages);
    }
    void end() override { ::munmap(first, pages + page); }
    void bind() {
        ++in_flight;
        ::mprotect(first, pages, PROT_NONE);
    }
    void open() { ::mprotect(first, pages, PROT_READ | PROT_WRITE); }
    void unbind() {
        if (--in_flight > 0) {
            ::mprotect(first, pages, PROT_NONE);
        }
    }

    static constexpr std::size_t page = 4096;
    std::size_t size, pages;
    char *first, *contents;
    int in_flight = 0;
};

// Kernels. An argument is named by its attribute: buffer and threadgroup with their number, or a position.

struct parameter {
    enum { buffer, threadgroup, lane, simdgroup, lane_in_simdgroup, pack } kind;
    std::size_t number;
};

struct library : object {
    library() : object("MTLLibrary") {}
    std::string name;
    std::vector<parameter> parameters;
    lockstep_test::lane_function run = nullptr;
    std::size_t threads = 0;  ///< of a threadgroup
};
struct pipeline : object {
    explicit pipeline(library* of) : object("MTLComputePipelineState"), code(of) {}
    void end() override { code = {}; }
    held<library> code;
};
struct function : object {
    explicit function(library* of) : object("MTLFunction"), code(of) {}
    void end() override { code = {}; }
    held<library> code;
};

char const* const caller = R"(
#undef thread
#undef device
#undef constant
#undef threadgroup
#include <utility>
namespace {
template <class A> struct given;
template <class A> struct given<A*> { static A* of(void* p, unsigned) { return static_cast<A*>(p); } };
template <class A> struct given<A&> { static A& of(void* p, unsigned) { return *static_cast<A*>(p); } };
template <> struct given<unsigned> { static unsigned of(void*, unsigned n) { return n; } };
template <class... A, std::size_t... I>
void call(void (*f)(A...), void* const* p, unsigned const* n, std::index_sequence<I...>) { f(given<A>::of(p[I], n[I])...); }
template <class... A>
void call(void (*f)(A...), void* const* p, unsigned const* n) { call(f, p, n, std::index_sequence_for<A...>()); }
}
extern "C" void fake_metal_lane(void* const* p, unsigned const* n) { call(&)";

std::string read(std::filesystem::path const& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// A library of this text, or what the compiler says.
library* compile(std::string const& text, compile_options const& options, std::string& complaint) {
    lockstep_test::temporary_folder const folder;
    std::size_t const head = text.find("[[kernel"), after = text.find("void ", head) + 5, open = text.find('(', after);
    std::string const name = text.substr(after, open - after);
    std::string code = text;
    for (std::size_t at = 0; (at = code.find("[[threadgroup(", at)) != std::string::npos;) {  // an attribute, not a space of memory
        code.replace(at, 13, "[[group");
    }
    code += caller + name + ", p, n); }\n";
    // Several devices of a test launch the same kernels.
    static std::map<std::string, std::string> compiled;
    std::string const mathematics = options.is_safe ? " -ffp-contract=off" : " -ffast-math";
    std::string const path = (folder / "kernel.so").string();
    std::string& binary = compiled[mathematics + code];
    if (binary.empty()) {
        std::ofstream(folder / "kernel.cpp") << code;
        std::string const command = std::string(LOCKSTEP_HOST_COMPILER) + " -x c++ -std=c++17 " LOCKSTEP_KERNEL_OPTIONS
                                    " -w -shared -fPIC -I" LOCKSTEP_METAL_STDLIB + mathematics + " -o " + path + " " +
                                    (folder / "kernel.cpp").string() + " 2> " + (folder / "log").string();
        if (std::system(command.c_str()) != 0) {
            complaint = read(folder / "log");
            return nullptr;
        }
        binary = read(path);
    } else {
        std::ofstream(path, std::ios::binary) << binary;
    }
    void* const loaded = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded == nullptr) {
        complaint = ::dlerror();
        return nullptr;
    }
    auto* const result = make<library>();
    result->name = name;
    result->threads = std::stoul(text.substr(text.find("threadgroup(", head) + 12));
    result->run = reinterpret_cast<lockstep_test::lane_function>(::dlsym(loaded, "fake_metal_lane"));
    std::size_t const end = text.find(") {", open);
    for (std::size_t at = text.find("[[", open); at < end; at = text.find("[[", at + 2)) {
        std::string const attribute = text.substr(at + 2, text.find("]]", at) - at - 2);
        std::size_t const bracket = attribute.find('(');
        std::size_t const number = bracket == std::string::npos ? 0 : std::stoul(attribute.substr(bracket + 1));
        result->parameters.push_back({attribute.starts_with("buffer(")                ? parameter::buffer
                                      : attribute.starts_with("threadgroup(")         ? parameter::threadgroup
                                      : attribute == "thread_position_in_threadgroup" ? parameter::lane
                                      : attribute == "simdgroup_index_in_threadgroup" ? parameter::simdgroup
                                      : attribute == "thread_index_in_simdgroup"      ? parameter::lane_in_simdgroup
                                      : attribute == "threadgroup_position_in_grid"   ? parameter::pack
                                                                                      : throw std::logic_error(attribute),
                                      number});
    }
    return result;
}

// Command buffers.

struct binding {
    bool is_set = false;
    held<buffer> of;
    std::size_t offset = 0;
    std::vector<char> bytes = {};
};
constexpr std::size_t slots = 31;

struct dispatch {
    held<pipeline> kernel;
    std::vector<binding> buffers;
    std::vector<std::size_t> groups;
    std::size_t packs;
    unsigned threads;

    void* address(std::size_t slot) {
        binding& b = buffers[slot];
        return !b.bytes.empty() ? b.bytes.data() : b.of.get() != nullptr ? b.of->contents + b.offset : nullptr;
    }
    /// An empty text, or why it failed.
    std::string run() {
        lockstep::flush_denormals const mode;
        library const& code = *kernel->code.get();
        std::vector<std::vector<char>> shared;
        for (std::size_t const size : groups) {
            shared.emplace_back(size, char(0xcd));
        }
        std::string failure;
        for (std::size_t pack = packs; pack-- > 0 && failure.empty();) {  // in any order
            failure = lockstep_test::fake_threadgroup::get().run(code.run, threads, [&](unsigned lane, auto& addresses, auto& positions) {
                for (parameter const& p : code.parameters) {
                    addresses.push_back(p.kind == parameter::buffer        ? address(p.number)
                                        : p.kind == parameter::threadgroup ? shared[p.number].data()
                                                                           : nullptr);
                    positions.push_back(p.kind == parameter::lane                ? lane
                                        : p.kind == parameter::simdgroup         ? lane / lockstep_test::fake_threadgroup::simdgroup
                                        : p.kind == parameter::lane_in_simdgroup ? lane % lockstep_test::fake_threadgroup::simdgroup
                                                                                 : static_cast<unsigned>(pack));
                }
            });
        }
        return failure;
    }
};

struct command_buffer : object {
    command_buffer() : object("MTLCommandBuffer") {}
    void end() override { leave(); }
    void bind(buffer* b) {
        if (std::ranges::none_of(bound, [b](held<buffer> const& other) { return other.get() == b; })) {
            bound.emplace_back(b);
            b->bind();
        }
    }
    void leave() {
        for (held<buffer> const& b : bound) {
            b->unbind();
        }
        bound.clear();
        dispatches.clear();
    }
    bool is_endless() const {
        return state.endless != nullptr && std::ranges::any_of(dispatches, [](dispatch const& d) {
                   return d.kernel->code->name == std::string("kernel_") + state.endless;
               });
    }
    void run() {
        for (held<buffer> const& b : bound) {
            b->open();
        }
        for (dispatch& d : dispatches) {
            failure = failure.empty() ? d.run() : failure;
        }
        seconds = static_cast<double>(dispatches.size()) * state.seconds_a_launch;
        state.most_dispatches = std::max(state.most_dispatches, dispatches.size());
        code = state.failure;
        failure = code != 0 ? "an error of the system" : failure;
        leave();
        status = failure.empty() ? completed : failed;
    }

    enum { open = 0, committed = 2, completed = 4, failed = 5 } status = open;
    bool has_encoder = false;
    double seconds = 0;
    long code = 0;
    std::string failure;
    std::vector<held<buffer>> bound;
    std::vector<dispatch> dispatches;
    std::vector<held<command_buffer>>* queue = nullptr;
};
struct command_queue : object {
    command_queue() : object("MTLCommandQueue") {}
    void end() override {
        for (auto const& waiting : pending) {
            waiting->run();
        }
        pending.clear();
    }
    std::vector<held<command_buffer>> pending;
};
struct encoder : object {
    explicit encoder(command_buffer* of) : object("MTLComputeCommandEncoder"), commands(of) {}
    void end() override {
        if (!has_ended) {
            refuse("an encoder is released before endEncoding");
        }
        commands = {};
        kernel = {};
        buffers.clear();
    }
    held<command_buffer> commands;
    held<pipeline> kernel;
    std::vector<binding> buffers = std::vector<binding>(slots);
    std::vector<std::size_t> groups = std::vector<std::size_t>(slots);
    bool has_ended = false;
};
struct class_object : object {
    explicit class_object(char const* of) : object(of) { --state.living; }
};

// Methods, by the type of the object and the selector.

struct methods {
    std::map<std::string, void*> by_name;

    template <class Result, class Self, class... A>
    void add(char const* name, Result (*method)(Self*, char const*, A...)) {
        by_name[name] = reinterpret_cast<void*>(method);
    }
    methods() {
        add_any();
        add_device();
        add_encoding();
    }

    void add_any() {
        add("retain", +[](object* o, char const*) {
            ++o->references;
            ++state.living;
            return o;
        });
        add("release", +[](object* o, char const*) {
            --state.living;
            if (o->references == 1 && pools.empty()) {  // Metal puts what it frees with an object into the pool
                refuse(std::string("an object of ") + o->type + " is freed outside of every pool");
            }
            release(o);
        });
        add("NSString class stringWithUTF8String:", +[](object*, char const*, char const* text) { return autorelease(make<string>(text)); });
        add("NSString UTF8String", +[](string* s, char const*) { return s->text.c_str(); });
        add("NSError localizedDescription", +[](error* e, char const*) { return autorelease(make<string>(e->text)); });
        add("NSArray count", +[](array* a, char const*) { return a->devices.size(); });
        add("NSArray objectAtIndex:", +[](array* a, char const*, std::size_t i) { return a->devices.at(i); });
        add("MTLCompileOptions class new", +[](object*, char const*) { return make<compile_options>(); });
        add("MTLCompileOptions setLanguageVersion:", +[](compile_options* o, char const*, std::size_t version) { o->version = version; });
        add("MTLCompileOptions respondsToSelector:", +[](compile_options*, char const*, char const* selector) {
            return state.has_math_mode || std::string(selector).find("setMath") != 0;
        });
        add("MTLCompileOptions setMathMode:", +[](compile_options* o, char const*, long mode) { o->is_safe = mode == 0; });
        add("MTLCompileOptions setMathFloatingPointFunctions:", +[](compile_options* o, char const*, long kind) { o->is_safe &= kind == 1; });
        add("MTLCompileOptions setFastMathEnabled:", +[](compile_options* o, char const*, bool fast) { o->is_safe = !fast; });
    }

    void add_device() {
        add("MTLDevice name", +[](device* d, char const*) { return autorelease(make<string>(d->name)); });
        add("MTLDevice maxBufferLength", +[](device*, char const*) { return state.largest_buffer; });
        add("MTLDevice maxThreadgroupMemoryLength", +[](device*, char const*) { return state.threadgroup_memory; });
        add("MTLDevice supportsFamily:", +[](device*, char const*, long family) { return family <= state.family; });
        add("MTLDevice newCommandQueue", +[](device*, char const*) { return make<command_queue>(); });
        add("MTLDevice newBufferWithLength:options:", +[](device*, char const*, std::size_t size, std::size_t options) -> buffer* {
            if (options != 0) {
                refuse("a buffer is not shared");
            }
            return size == 0 || size > state.largest_buffer ? nullptr : make<buffer>(size);
        });
        add("MTLBuffer contents", +[](buffer* b, char const*) { return b->contents; });
        add("MTLDevice newLibraryWithSource:options:error:",
            +[](device*, char const*, string* text, compile_options* options, object** why) {
                std::string complaint;
                library* const made = compile(text->text, *options, complaint);
                if (made == nullptr) {
                    *why = autorelease(make<error>(complaint));
                }
                return made;
            });
        add("MTLLibrary newFunctionWithName:", +[](library* code, char const*, string* name) {
            return name->text == code->name ? make<function>(code) : nullptr;
        });
        add("MTLDevice newComputePipelineStateWithFunction:error:",
            +[](device*, char const*, function* f, object**) { return make<pipeline>(f->code.get()); });
    }

    void add_encoding() {
        add("MTLCommandQueue commandBuffer", +[](command_queue* q, char const*) {
            constexpr std::size_t most = 64;  // that are not complete; Metal waits for one of them
            if (q->pending.size() >= most) {
                refuse("a command buffer is asked for while " + std::to_string(most) + " are not complete");
            }
            auto* const made = make<command_buffer>();
            made->queue = &q->pending;
            return autorelease(made);
        });
        add("MTLCommandBuffer computeCommandEncoder", +[](command_buffer* c, char const*) {
            c->has_encoder = true;
            return autorelease(make<encoder>(c));
        });
        add("MTLCommandBuffer commit", +[](command_buffer* c, char const*) {
            if (c->has_encoder || c->status != command_buffer::open) {
                refuse("a command buffer is committed twice, or before endEncoding");
            }
            c->status = command_buffer::committed;
            c->queue->emplace_back(c);
        });
        add("MTLCommandBuffer status", +[](command_buffer* c, char const*) {
            while (c->status == command_buffer::committed && !c->queue->front()->is_endless()) {
                held<command_buffer> const next = c->queue->front();
                c->queue->erase(c->queue->begin());
                next->run();
            }
            return static_cast<std::size_t>(c->status);
        });
        add("MTLCommandBuffer error", +[](command_buffer* c, char const*) {
            return c->failure.empty() ? nullptr : autorelease(make<error>(c->failure, c->code));
        });
        add("MTLCommandBuffer GPUStartTime", +[](command_buffer*, char const*) { return 100.0; });
        add("MTLCommandBuffer GPUEndTime", +[](command_buffer* c, char const*) { return 100.0 + c->seconds; });
        add("NSError code", +[](error* e, char const*) { return e->code; });
        add("MTLComputeCommandEncoder endEncoding", +[](encoder* e, char const*) {
            e->has_ended = true;
            e->commands->has_encoder = false;
        });
        add("MTLComputeCommandEncoder setComputePipelineState:",
            +[](encoder* e, char const*, pipeline* p) { e->kernel = held<pipeline>(p); });
        add("MTLComputeCommandEncoder setBytes:length:atIndex:",
            +[](encoder* e, char const*, char const* bytes, std::size_t size, std::size_t slot) {
                if (size == 0 || size > 4096 || slot >= slots) {
                    refuse("setBytes of " + std::to_string(size) + " bytes at " + std::to_string(slot));
                }
                e->buffers[slot] = {true, {}, 0, std::vector<char>(bytes, bytes + size)};
            });
        add("MTLComputeCommandEncoder setBuffer:offset:atIndex:",
            +[](encoder* e, char const*, buffer* b, std::size_t offset, std::size_t slot) {
                if (slot >= slots || (b != nullptr && offset >= b->size)) {
                    refuse("setBuffer from byte " + std::to_string(offset) + " at " + std::to_string(slot));
                }
                if (b != nullptr) {
                    e->commands->bind(b);
                }
                e->buffers[slot] = {true, held<buffer>(b), offset};
            });
        add("MTLComputeCommandEncoder setThreadgroupMemoryLength:atIndex:",
            +[](encoder* e, char const*, std::size_t size, std::size_t slot) {
                if (size == 0 || size % 16 != 0 || slot >= slots) {
                    refuse(std::to_string(size) + " bytes of threadgroup memory at " + std::to_string(slot));
                }
                e->groups[slot] = size;
            });
        struct extent {
            std::size_t width, height, depth;
        };
        add("MTLComputeCommandEncoder dispatchThreadgroups:threadsPerThreadgroup:",
            +[](encoder* e, char const*, extent groups, extent threads) {
                std::size_t memory = 0;
                for (parameter const& p : e->kernel->code->parameters) {
                    if ((p.kind == parameter::buffer && !e->buffers[p.number].is_set) ||
                        (p.kind == parameter::threadgroup && e->groups[p.number] == 0)) {
                        refuse("argument " + std::to_string(p.number) + " is not set");
                    }
                    memory += p.kind == parameter::threadgroup ? e->groups[p.number] : 0;
                }
                if (e->has_ended || memory > state.threadgroup_memory || threads.width != e->kernel->code->threads || threads.height * threads.depth != 1 ||
                    groups.width == 0 || groups.height * groups.depth != 1) {
                    refuse("a dispatch of " + std::to_string(groups.width) + " threadgroups with " + std::to_string(memory) + " bytes");
                }
                ++state.launches;
                e->commands->dispatches.push_back({e->kernel, e->buffers, e->groups, groups.width, static_cast<unsigned>(threads.width)});
            });
    }
};

void* nothing() { return nullptr; }

}  // namespace

extern "C" {

lockstep_test::fake_metal_system* fake_metal_state() { return &state; }

bool fake_metal_any(bool of_this_lane) {
    ++state.votes;
    return lockstep_test::fake_threadgroup::get().vote(of_this_lane);
}
float fake_metal_exchange(float of_this_lane, unsigned mask) {
    return lockstep_test::fake_threadgroup::get().exchange(of_this_lane, mask);
}
void fake_metal_barrier() { lockstep_test::fake_threadgroup::get().barrier(); }
void fake_metal_simdgroup_barrier() { lockstep_test::fake_threadgroup::get().simdgroup_barrier(); }
unsigned fake_metal_part() { return lockstep_test::fake_threadgroup::get().place_in_simdgroup(); }
float* fake_metal_matrix(bool* is_first) {
    auto const [matrix, first] = lockstep_test::fake_threadgroup::get().next_matrix();
    *is_first = first;
    return matrix.data();
}
void fake_metal_multiply_accumulate(float* d, float const* a, float const* b, float const* c) {
    constexpr std::size_t n = 8;
    for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t column = 0; column < n; ++column) {
            std::size_t const at = r * n + column;
            float sum = state.adds_in_order ? c[at] : 0;
            for (std::size_t i = 0; i < n; ++i) {
                std::size_t const k = state.adds_in_order ? i : n - 1 - i;
                sum = std::fma(a[r * n + k], b[k * n + column], sum);
            }
            d[at] = state.adds_in_order ? sum : c[at] + sum;
        }
    }
}

void* objc_getClass(char const* name) {
    static std::map<std::string, class_object*> known = {{"NSString", make<class_object>("NSString class")},
                                                         {"MTLCompileOptions", make<class_object>("MTLCompileOptions class")}};
    auto const found = known.find(name);
    return found == known.end() ? nullptr : found->second;
}
char const* sel_registerName(char const* name) {
    static std::set<std::string> known;
    return known.emplace(name).first->c_str();
}
void* objc_autoreleasePoolPush() {
    pools.emplace_back();
    return reinterpret_cast<void*>(pools.size());
}
void objc_autoreleasePoolPop(void* pool) {
    if (reinterpret_cast<std::size_t>(pool) != pools.size()) {
        refuse("pools end in another order than they began");
    }
    auto const objects = std::move(pools.back());
    pools.pop_back();
    for (object* const o : objects) {
        --state.living;
        release(o);
    }
}
void* MTLCopyAllDevices() {
    static std::vector<device*> const devices = {make<device>("Lockstep M1"), make<device>("Lockstep M2")};
    return make<array>(state.has_devices ? devices : std::vector<device*>());
}

/// The address of a method, for objc_msgSend, which leaves the arguments where they are and goes there.
void* fake_metal_method(object* receiver, char const* selector) {
    static methods const all;
    if (receiver == nullptr) {
        return reinterpret_cast<void*>(nothing);
    }
    if (receiver->references <= 0) {
        refuse(std::string("an object of ") + receiver->type + " is used after its release, by " + selector);
    }
    for (std::string const& name : {std::string(selector), std::string(receiver->type) + " " + selector}) {
        if (auto const found = all.by_name.find(name); found != all.by_name.end()) {
            return found->second;
        }
    }
    refuse(std::string(receiver->type) + " has no method " + selector);
}
}

asm(R"(
    .text
    .globl objc_msgSend
    .type objc_msgSend, @function
objc_msgSend:
    pushq %rbp
    movq %rsp, %rbp
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %rcx
    pushq %r8
    pushq %r9
    call fake_metal_method@PLT
    popq %r9
    popq %r8
    popq %rcx
    popq %rdx
    popq %rsi
    popq %rdi
    popq %rbp
    jmp *%rax
    .size objc_msgSend, . - objc_msgSend
)");
