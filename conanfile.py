import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, get, load
from conan.tools.layout import basic_layout

required_conan_version = ">=2.0"


class LockstepConan(ConanFile):
    name = "lockstep"
    description = "Reinforcement learning with thousands of environments in lockstep"
    license = "MIT"
    topics = ("reinforcement-learning", "simulation", "simd", "header-only")
    package_type = "header-library"
    implements = ["auto_header_only"]
    settings = "os", "arch", "compiler", "build_type"
    options = {"with_eigen": [True, False], "with_xtensor": [True, False]}
    default_options = {"with_eigen": False, "with_xtensor": False}
    exports_sources = "include/*", "cmake/Lockstep*.cmake", "LICENSE"
    no_copy_source = True

    def set_version(self):
        if not self.version:  # a registry's recipe has none of the sources, and knows its version
            text = load(self, os.path.join(self.recipe_folder, "include/lockstep/version.hpp"))
            self.version = ".".join(re.findall(r"#define LOCKSTEP_VERSION_\w+ (\d+)", text))

    def layout(self):
        basic_layout(self, src_folder=".")

    def requirements(self):
        if self.options.with_eigen:
            self.requires("eigen/3.4.0", transitive_headers=True)
        if self.options.with_xtensor:
            self.requires("xtensor/0.25.0", transitive_headers=True)

    def validate(self):
        check_min_cppstd(self, 20)

    def source(self):
        if self.conan_data:
            get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "*.hpp", os.path.join(self.source_folder, "include"), os.path.join(self.package_folder, "include"))
        copy(self, "Lockstep*.cmake", os.path.join(self.source_folder, "cmake"), os.path.join(self.package_folder, "cmake"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "lockstep")
        self.cpp_info.set_property("cmake_target_name", "lockstep::lockstep")
        modules = ("Record", "Robot", "Opencl", "Mpi", "Eigen", "Xtensor")
        self.cpp_info.set_property("cmake_build_modules", [f"cmake/Lockstep{module}.cmake" for module in modules])
        self.cpp_info.cxxflags = ["-ffp-contract=off"]  # as the target of CMakeLists.txt has them
        if self.settings.compiler in ("clang", "apple-clang"):
            self.cpp_info.cxxflags.append("-fconstexpr-steps=100000000")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["pthread"]
