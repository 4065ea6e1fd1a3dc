// SPDX-License-Identifier: MIT
// Nothing but what precompiled.hpp needs for a library of its own.
