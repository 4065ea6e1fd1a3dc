# SPDX-License-Identifier: MIT
"""The pixels of a PNG with 8 bits a colour, as browsers write it (W3C, Portable Network Graphics, chapters 9 and 11)."""

import struct
import zlib


def pixels_of(png):
    """Rows of (red, green, blue)."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG"
    at, packed = 8, b""
    while at < len(png):
        (length,), kind = struct.unpack(">I", png[at:at + 4]), png[at + 4:at + 8]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", png[at + 8:at + 18])
        elif kind == b"IDAT":
            packed += png[at + 8:at + 8 + length]
        at += 12 + length
    assert depth == 8 and color in (2, 6), "not 8 bits of red, green and blue"
    size = 3 if color == 2 else 4
    stream, stride = zlib.decompress(packed), size * width
    rows, before = [], bytes(stride)
    for y in range(height):
        kind, row = stream[y * (stride + 1)], bytearray(stream[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left, up, corner = (row[i - size], before[i], before[i - size]) if i >= size else (0, before[i], 0)
            if kind == 4:
                guess = left + up - corner
                row[i] = (row[i] + min((left, up, corner), key=lambda near: abs(guess - near))) & 255
            else:
                row[i] = (row[i] + (0, left, up, (left + up) // 2)[kind]) & 255
        rows.append([tuple(row[x:x + 3]) for x in range(0, stride, size)])
        before = row
    return rows
