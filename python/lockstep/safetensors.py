# SPDX-License-Identifier: MIT
"""Files of safetensors, in which policies and checkpoints are."""

import json
import math
import zlib

import numpy as np


def header_of(content):
    """The texts of a file of safetensors, its tensors' (dtype, shape, (begin, end)) by name, and where its data begins."""
    if len(content) < 8 or (size := int.from_bytes(content[:8], "little")) > len(content) - 8:
        raise ValueError("is no file of safetensors, or was cut off")
    try:
        header = json.loads(content[8 : 8 + size])
        metadata = header.pop("__metadata__", {})
        places = {name: (place["dtype"], place["shape"], place["data_offsets"]) for name, place in header.items()}
        readable = all(isinstance(text, str) for text in metadata.values()) and all(
            _are_sizes(shape, len(content)) and _are_sizes(offsets, len(content)) and len(offsets) == 2
            for _, shape, offsets in places.values())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        readable = False
    if not readable:
        raise ValueError("is no file of safetensors: its header cannot be read")
    return metadata, places, 8 + size


def tensors_of(content):
    """The tensors by name, and the texts beside them (github.com/huggingface/safetensors, README, "Format")."""
    metadata, places, data_begin = header_of(content)
    data = content[data_begin:]
    has_checksums = _check_metadata(metadata, places)
    tensors = {}
    for name, (dtype, shape, (begin, end)) in places.items():
        if dtype != "F32" or end - begin != 4 * math.prod(shape) or not 0 <= begin <= end <= len(data):
            raise ValueError(f"tensor \"{name}\" is not of 32-bit floats, or was cut off")
        if has_checksums:
            _require_checksum(metadata, f"crc32.{name}", f"tensor \"{name}\"", data[begin:end])
        tensors[name] = np.frombuffer(data[begin:end], "<f4").reshape(shape)
        if not np.isfinite(tensors[name]).all():
            raise ValueError(f"tensor \"{name}\" has a NaN or an infinity")
    if rest := len(data) - max((end for _, _, (_, end) in places.values()), default=0):
        raise ValueError(f"has {rest} bytes after its last tensor")
    return tensors, metadata


def _check_metadata(metadata, places):
    """Whether the file has checksums. ValueError if the metadata have changed since they were written, or a tensor is missing."""
    known = [key for key in metadata if key == "crc32" or key.startswith("crc32.")]
    if not known:  # as in older files
        return False
    texts = "".join(f"{key}\0{text}\0" for key, text in sorted(metadata.items()) if key != "crc32")
    _require_checksum(metadata, "crc32", "its metadata", texts.encode())
    if len(known) > len(places) + 1:
        raise ValueError("a tensor is missing: the file is damaged; use a copy of it")
    return True


def _require_checksum(metadata, key, what, content):
    if key not in metadata:
        raise ValueError(f"{what} has no checksum: the file is damaged, or another program wrote it")
    if (found := f"{zlib.crc32(content):08x}") != metadata[key]:
        raise ValueError(f"{what} is damaged: its checksum is {found}, not {metadata[key]}; use a copy of the file")


def _are_sizes(values, most):
    return isinstance(values, list) and all(type(value) is int and 0 <= value <= most for value in values)
