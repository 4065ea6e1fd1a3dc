# lockstep_to_wasm: the command that compiles to WebAssembly, or nothing where there is none. It is clang 19 or newer with a C++
# library for WebAssembly (Debian: clang-19 lld-19 libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc).
find_program(LOCKSTEP_WASM_CXX NAMES clang++-22 clang++-21 clang++-20 clang++-19 clang++
    DOC "clang++ that compiles to WebAssembly")
set(lockstep_to_wasm "")
if(LOCKSTEP_WASM_CXX)
    set(lockstep_to_wasm ${LOCKSTEP_WASM_CXX} --target=wasm32-wasi -std=c++20 -msimd128 -mrelaxed-simd -ffp-contract=off)
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/webassembly)
    file(WRITE ${probe}.cpp "#include <concepts>\n#include <string>\nstd::string text;\n")
    execute_process(COMMAND ${lockstep_to_wasm} -c ${probe}.cpp -o ${probe}.o RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
        unset(LOCKSTEP_WASM_CXX CACHE)  # so that CMake looks again when another is installed
        set(lockstep_to_wasm "")
    endif()
endif()
