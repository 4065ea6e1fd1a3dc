# SPDX-License-Identifier: MIT
"""lossy_switch.py DEVICE...: a network switch in a program, for machines whose kernel has no netem. It makes these TAP devices
and says "ready". Then it passes each frame on after 1 ms, and loses 1 % of them."""
import collections
import fcntl
import os
import random
import select
import struct
import sys
import time

DELAY, LOSS = 1e-3, 0.01
TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 0x0002, 0x1000

ports = []
for name in sys.argv[1:]:
    ports.append(os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK))
    fcntl.ioctl(ports[-1], TUNSETIFF, struct.pack("16sH14x", name.encode(), IFF_TAP | IFF_NO_PI))
print("ready", flush=True)

port_of = {}  # of each address that has sent
on_their_way = collections.deque()
while True:
    wait = max(on_their_way[0][0] - time.monotonic(), 0) if on_their_way else None
    for port in select.select(ports, [], [], wait)[0]:
        try:
            frame = os.read(port, 65536)
        except OSError:  # the device is down
            continue
        port_of[frame[6:12]] = port
        if random.random() >= LOSS:
            to = port_of.get(frame[:6])
            others = [p for p in ports if p != port] if to is None else [to]
            on_their_way.append((time.monotonic() + DELAY, others, frame))
    while on_their_way and on_their_way[0][0] <= time.monotonic():
        _, others, frame = on_their_way.popleft()
        for port in others:
            try:
                os.write(port, frame)
            except OSError:
                pass
