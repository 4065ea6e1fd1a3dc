// SPDX-License-Identifier: MIT
// Includes the headers of xtensor. They are side by side up to version 0.25, and in folders since version 0.26.
#pragma once

#if __has_include(<xtensor/containers/xtensor.hpp>)
#    include <xtensor/containers/xadapt.hpp>
#    include <xtensor/containers/xtensor.hpp>
#    include <xtensor/views/xview.hpp>
#elif __has_include(<xtensor/xtensor.hpp>)
#    include <xtensor/xadapt.hpp>
#    include <xtensor/xtensor.hpp>
#    include <xtensor/xview.hpp>
#else
#    error "lockstep: xtensor not found (Debian: libxtensor-dev, vcpkg and Conan: xtensor)"
#endif
