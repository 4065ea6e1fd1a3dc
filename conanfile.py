import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load

required_conan_version = ">=2.0"


class LockstepConan(ConanFile):
    name = "lockstep"
    description = "Reinforcement learning with thousands of environments in lockstep"
    license = "MIT"
    topics = ("reinforcement-learning", "simulation", "simd", "header-only")
    package_type = "header-library"
    implements = ["auto_header_only"]
    settings = "os", "arch", "compiler", "build_type"
    exports_sources = "include/*", "cmake/Lockstep*.cmake", "LICENSE"
    no_copy_source = True

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "include/lockstep/version.hpp"))
        self.version = ".".join(re.findall(r"#define LOCKSTEP_VERSION_\w+ (\d+)", text))

    def requirements(self):
        self.requires("eigen/[>=3.4 <6]")
        self.requires("xtensor/[>=0.24 <1]")

    def validate(self):
        check_min_cppstd(self, 20)

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "*.hpp", os.path.join(self.source_folder, "include"), os.path.join(self.package_folder, "include"))
        copy(self, "*.cmake", os.path.join(self.source_folder, "cmake"), os.path.join(self.package_folder, "cmake"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "lockstep")
        self.cpp_info.set_property("cmake_target_name", "lockstep::lockstep")
        self.cpp_info.set_property("cmake_build_modules", ["cmake/LockstepRecord.cmake", "cmake/LockstepRobot.cmake",
                                                             "cmake/LockstepOpencl.cmake", "cmake/LockstepMpi.cmake"])
        self.cpp_info.cxxflags = ["-ffp-contract=off"]  # as the target of CMakeLists.txt has them
        if self.settings.compiler in ("clang", "apple-clang"):
            self.cpp_info.cxxflags.append("-fconstexpr-steps=100000000")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
