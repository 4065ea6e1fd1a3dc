// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/storage/crc32.hpp>

namespace ls = lockstep;

namespace {

std::uint32_t crc32_of(std::string const& bytes) {
    ls::crc32 checksum;
    checksum.add(bytes);
    return checksum.value();
}

}  // namespace

TEST_CASE("known texts have the checksums that zlib gives them") {
    CHECK(crc32_of("") == 0);
    CHECK(crc32_of("123456789") == 0xcbf43926);
    CHECK(crc32_of("The quick brown fox jumps over the lazy dog") == 0x414fa339);
    std::string all;
    for (int byte = 0; byte < 256; ++byte) {
        all += static_cast<char>(byte);
    }
    CHECK(crc32_of(all) == 0x29058c73);
}

TEST_CASE("CRC-32C is that of RFC 3720") {
    auto const crc32c_of = [](std::string const& bytes) {
        ls::crc32c checksum;
        checksum.add(bytes);
        return checksum.value();
    };
    CHECK(crc32c_of("123456789") == 0xe3069283);
    CHECK(crc32c_of(std::string(32, '\0')) == 0x8a9136aa);  // of its section B.4
    CHECK(crc32c_of(std::string(32, '\xff')) == 0x62a8ab43);
}

TEST_CASE("pieces of any length give the checksum of the whole") {
    std::string const text = "The quick brown fox jumps over the lazy dog";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        ls::crc32 checksum;
        checksum.add(std::string_view(text).substr(0, cut));
        checksum.add(std::string_view(text).substr(cut));
        CHECK(checksum.value() == 0x414fa339);
    }
}

TEST_CASE("one flipped bit changes the checksum") {
    std::string const text(100, 'x');
    for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
        std::string flipped = text;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
        CHECK(crc32_of(flipped) != crc32_of(text));
    }
}
