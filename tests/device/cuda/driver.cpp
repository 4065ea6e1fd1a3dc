// SPDX-License-Identifier: MIT
// The driver's functions are declared as CUDA's header declares them, where there is one; its errors have words.
#if __has_include(<cuda.h>)
#    include <cuda.h>  // first: it renames functions, ours alike
#    define LOCKSTEP_TEST_HAS_CUDA
#endif

#include <new>
#include <stdexcept>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/device/cuda/driver.hpp>

#include <tests/support/fake_cuda/fake_cuda.hpp>

namespace ls = lockstep;

namespace {

#if defined(LOCKSTEP_TEST_HAS_CUDA)
/// As large, and both pointers or neither; so is what they point at.
template <class A, class B>
constexpr bool is_alike() {
    if constexpr (std::is_pointer_v<A> && std::is_pointer_v<B>) {
        using a = std::remove_pointer_t<A>;
        using b = std::remove_pointer_t<B>;
        if constexpr (std::is_void_v<a> || std::is_void_v<b>) {
            return std::is_void_v<a> && !std::is_pointer_v<b>;
        } else {
            return is_alike<a, b>();
        }
    } else {
        return sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B>;
    }
}
template <class... A, class... B>
constexpr bool is_same(int (*)(A...), CUresult (*)(B...)) {
    if constexpr (sizeof...(A) == sizeof...(B)) {
        return (is_alike<A, B>() && ...);
    }
    return false;
}
#    define SAME(function) static_assert(is_same(decltype(ls::cuda_driver::function)(), decltype(&::function)()))
SAME(cuInit);
SAME(cuDriverGetVersion);
SAME(cuDeviceGetCount);
SAME(cuDeviceGet);
SAME(cuDeviceGetName);
SAME(cuDeviceGetAttribute);
SAME(cuDevicePrimaryCtxRetain);
SAME(cuDevicePrimaryCtxRelease);
SAME(cuCtxSetCurrent);
SAME(cuStreamCreate);
SAME(cuStreamDestroy);
SAME(cuStreamSynchronize);
SAME(cuEventCreate);
SAME(cuEventDestroy);
SAME(cuEventRecord);
SAME(cuEventQuery);
SAME(cuModuleLoadData);
SAME(cuModuleUnload);
SAME(cuModuleGetFunction);
SAME(cuFuncSetAttribute);
SAME(cuLaunchKernel);
SAME(cuMemAlloc);
SAME(cuMemAllocManaged);
SAME(cuMemGetInfo);
SAME(cuMemFree);
SAME(cuMemHostAlloc);
SAME(cuMemFreeHost);
SAME(cuMemsetD8Async);
SAME(cuMemcpyHtoDAsync);
SAME(cuMemcpyDtoHAsync);
SAME(cuGetErrorName);
SAME(cuGetErrorString);
static_assert(!is_same(decltype(ls::cuda_driver::cuMemFree)(), decltype(&::cuMemFreeHost)()));
static_assert(ls::cuda_driver::out_of_memory == CUDA_ERROR_OUT_OF_MEMORY && ls::cuda_driver::no_device == CUDA_ERROR_NO_DEVICE);
static_assert(ls::cuda_driver::capability_major == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR &&
              ls::cuda_driver::capability_minor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR &&
              ls::cuda_driver::most_shared_memory == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(ls::cuda_driver::dynamic_shared_memory == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(ls::cuda_driver::managed_memory == CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY &&
              ls::cuda_driver::uses_host_page_tables == CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES);
static_assert(ls::cuda_driver::non_blocking_stream == CU_STREAM_NON_BLOCKING &&
              ls::cuda_driver::event_without_time == CU_EVENT_DISABLE_TIMING &&
              ls::cuda_driver::attached_globally == CU_MEM_ATTACH_GLOBAL && ls::cuda_driver::not_ready == CUDA_ERROR_NOT_READY);
#endif

ls::cuda_driver fake_driver() { return ls::cuda_driver(ls::shared_library(LOCKSTEP_FAKE_CUDA)); }

}  // namespace

TEST_CASE("the version is CUDA's") {
    fake_cuda_state() = {};
    CHECK(fake_driver().version() == 130);
    fake_cuda_state().driver_version = 12080;
    CHECK(fake_driver().version() == 128);
}

TEST_CASE("a device is chosen, and named") {
    fake_cuda_state() = {};
    auto const driver = fake_driver();
    CHECK(driver.name(driver.numbered(driver.choose(""))) == "Fake A");
    CHECK(driver.name(driver.numbered(driver.choose("B"))) == "Fake B");
    CHECK(driver.attribute(driver.numbered(0), ls::cuda_driver::capability_major) == 9);
    CHECK_THROWS_WITH_AS(driver.choose("2"), "lockstep::cuda: no device \"2\": 0 is Fake A, 1 is Fake B", std::runtime_error);
}

TEST_CASE("an error says what failed, the driver's name of it, and the hint") {
    auto const driver = fake_driver();
    CHECK_NOTHROW(driver.check(0, "cuInit"));
    CHECK_THROWS_WITH_AS(driver.check(700, "cuInit"),
                         "lockstep::cuda: cuInit failed: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(driver.check(3, "cuInit", "; too early"), "lockstep::cuda: cuInit failed: error 3; too early",
                         std::runtime_error);
    CHECK_THROWS_AS(driver.check(2, "cuMemAlloc"), std::bad_alloc);
    CHECK_THROWS_WITH_AS(driver.check(2, "cuStreamCreate"), "lockstep::cuda: cuStreamCreate failed: error 2", std::runtime_error);
}
