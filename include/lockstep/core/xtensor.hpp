// SPDX-License-Identifier: MIT
// The one place that knows where xtensor keeps its headers: side by side up to 0.25, in folders since 0.26.
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
