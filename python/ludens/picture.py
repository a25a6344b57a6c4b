"""Pictures of boards as arrays."""

import struct
import zlib

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


def pixels(png: bytes) -> Pixels:
    """Decodes a PNG of 8 bits a channel, without interlace: [height, width, 3] of uint8."""
    at, parts = 8, b""
    width = height = channels = 0
    palette = None
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, height, depth, colour, *_, interlace = struct.unpack(">IIBBBBB", body)
            if depth != 8 or interlace or colour not in (0, 2, 3, 6):
                raise ValueError("a kind of PNG that boards are not drawn in")
            channels = {0: 1, 2: 3, 3: 1, 6: 4}[colour]
        elif kind == b"PLTE":
            palette = np.frombuffer(body, np.uint8).reshape(-1, 3)
        elif kind == b"IDAT":
            parts += body
    rows = np.frombuffer(zlib.decompress(parts), np.uint8).reshape(height, 1 + width * channels)
    image = np.stack(list(_unfilter(rows, channels))).reshape(height, width, channels)
    if palette is not None:
        return palette[image[:, :, 0]]
    return np.repeat(image, 3, axis=2) if channels == 1 else image[:, :, :3]


def _unfilter(rows: Pixels, channels: int) -> Iterator[Pixels]:
    """Undoes the filters of PNG (its specification, section 9), row by row."""
    above = np.zeros(rows.shape[1] - 1, np.uint8)
    for row in rows:
        kind, line = row[0], row[1:].copy()
        if kind == 1:
            line = np.cumsum(line.reshape(-1, channels), axis=0, dtype=np.uint8).reshape(-1)
        elif kind == 2:
            line += above
        elif kind in (3, 4):
            _unfilter_slowly(kind, line, above, channels)
        above = line
        yield line


def _unfilter_slowly(kind: int, line: Pixels, above: Pixels, channels: int) -> None:
    for i in range(len(line)):
        left = int(line[i - channels]) if i >= channels else 0
        up = int(above[i])
        if kind == 3:
            guess = (left + up) // 2
        else:
            corner = int(above[i - channels]) if i >= channels else 0
            p = left + up - corner
            guess = min((left, up, corner), key=lambda x: abs(p - x))
        line[i] = (int(line[i]) + guess) & 255
