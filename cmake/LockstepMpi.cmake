# lockstep::mpi, for programs that include <lockstep/dist/mpi.hpp>: Lockstep with MPI's header and library. Where CMake finds no
# MPI of version 3 there is no such target.

if(NOT TARGET lockstep::mpi)
    block(PROPAGATE MPI_CXX_FOUND)
        set(CMAKE_MESSAGE_LOG_LEVEL WARNING)  # QUIET or not, FindMPI tells that it asks pkg-config for mpi-cxx
        find_package(MPI 3 QUIET COMPONENTS CXX)
    endblock()
    if(MPI_CXX_FOUND)  # FindMPI makes its target even if it finds nothing
        add_library(lockstep::mpi INTERFACE IMPORTED GLOBAL)
        target_link_libraries(lockstep::mpi INTERFACE lockstep::lockstep MPI::MPI_CXX)
        target_compile_definitions(lockstep::mpi INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)  # bindings of the past
    endif()
endif()
