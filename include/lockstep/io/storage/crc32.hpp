// SPDX-License-Identifier: MIT
// Checksums that show whether bytes have changed: CRC-32 of RFC 1952, section 8, as zlib.crc32 of Python computes it, and CRC-32C
// of RFC 3720, section 12.1, which the records of TensorFlow have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <lockstep/core/macros.hpp>

namespace lockstep {

namespace detail {

using crc_tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// Returns the tables of a polynomial whose bits are reversed. tables[k][b] is the checksum of byte b followed by k zero bytes,
/// so eight bytes are looked up at once. A program computes them when it needs them: a compiler takes a tenth of a second for it.
LOCKSTEP_COLD inline crc_tables make_crc_tables(std::uint32_t polynomial) {
    crc_tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t remainder = byte;
        for (int bit = 0; bit < 8; ++bit) {
            remainder = remainder >> 1 ^ (remainder & 1 ? polynomial : 0);
        }
        tables[0][byte] = remainder;
    }
    for (std::size_t k = 1; k < 8; ++k) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            std::uint32_t const before = tables[k - 1][byte];
            tables[k][byte] = before >> 8 ^ tables[0][before & 0xff];
        }
    }
    return tables;
}

}  // namespace detail

/// The checksum of bytes that are added piece by piece; the sizes of the pieces make no difference. `Polynomial` has the
/// polynomial's coefficients without that of x^32. The coefficient of x^0 is in the highest bit.
template <std::uint32_t Polynomial>
class reversed_crc {
public:
    /// Adds bytes after the earlier ones. Adding no bytes changes nothing.
    LOCKSTEP_COLD void add(std::string_view bytes) {
        static detail::crc_tables const tables = detail::make_crc_tables(Polynomial);
        for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
            std::uint32_t low, high;
            std::memcpy(&low, bytes.data(), 4);
            std::memcpy(&high, bytes.data() + 4, 4);
            low ^= remainder_;
            remainder_ = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                remainder_ ^= tables[7 - i][low >> 8 * i & 0xff] ^ tables[3 - i][high >> 8 * i & 0xff];
            }
        }
        for (char const byte : bytes) {
            remainder_ = remainder_ >> 8 ^ tables[0][(remainder_ ^ static_cast<unsigned char>(byte)) & 0xff];
        }
    }

    /// Returns the checksum of all bytes so far; more may follow. Returns 0 if there are none.
    std::uint32_t value() const { return ~remainder_; }

private:
    std::uint32_t remainder_ = 0xffffffff;
};

/// The checksum of zlib, gzip and PNG: 0xcbf43926 for "123456789". It detects accidental changes, but no forgeries.
using crc32 = reversed_crc<0xedb88320u>;
/// Castagnoli's checksum, of iSCSI and TFRecord: 0xe3069283 for "123456789".
using crc32c = reversed_crc<0x82f63b78u>;

}  // namespace lockstep
