# SPDX-License-Identifier: MIT
"""Pictures of a scene, by rays that are followed in numpy: no window, no graphics card."""

import numpy as np

_SKY, _GROUND = np.array([[0.55, 0.68, 0.83], [0.90, 0.94, 0.98]]), np.array([[0.42, 0.47, 0.52], [0.50, 0.55, 0.60]])
_GREY, _WARM = [0.5, 0.5, 0.5, 1], [0.82, 0.62, 0.42, 1]  # MuJoCo's colour of what has none, and what the viewer draws for it
_LIGHT = np.array([-0.35, -0.55, 0.76])
_FIELD_OF_VIEW = np.radians(40)
_TILE = 0.5  # m


def render(scene, width=480, height=480):
    """A picture of the shapes as Simulation.picture() has them, or as scene_of(): [height][width][3], uint8."""
    poses = np.array(scene["frames"][0]).reshape(-1, 7)
    shapes = [_Shape(shape, pose) for shape, pose in zip(scene["shapes"], poses)]
    eye, forward = _at_view(scene["view"], height / width) if "view" in scene else _after(shapes, height / width)
    right = np.array([1.0, 0, 0])
    up = np.cross(right, forward)
    slope = np.tan(_FIELD_OF_VIEW / 2)
    across, along = np.meshgrid((np.arange(width) + 0.5) / width * 2 - 1, 1 - (np.arange(height) + 0.5) / height * 2)
    rays = (forward + slope * (across[..., None] * right * width / height + along[..., None] * up)).reshape(-1, 3)
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)

    nearest = np.full(len(rays), np.inf)
    upward = np.clip(rays[:, 2:] * 1.5, 0, 1)
    colors = _SKY[1] * (1 - upward) + _SKY[0] * upward
    if scene["ground"] is not None:
        _draw_ground(scene["ground"], eye, rays, nearest, colors)
    for shape in shapes:
        shape.draw(eye, rays, nearest, colors)
    return (np.clip(colors, 0, 1) * 255).astype(np.uint8).reshape(height, width, 3)


def _at_view(view, ratio):
    """Where the eye is, and where it looks: level, so that the rectangle between two corners [x, z] is just seen."""
    (x, z), (across, along) = np.mean(view, 0), np.ptp(view, 0) / 2
    return np.array([x, -max(along, across * ratio) / np.tan(_FIELD_OF_VIEW / 2), z]), np.array([0.0, 1, 0])


def _after(shapes, ratio):
    """The same from the side of what moves, a little from above."""
    moving = [shape for shape in shapes if shape.moves] or shapes
    low = np.min([shape.centre - shape.radius for shape in moving], 0)
    high = np.max([shape.centre + shape.radius for shape in moving], 0)
    middle, reach = (low + high) / 2, np.linalg.norm(high - low) / 2
    forward = np.array([0, 1, -0.35]) / np.linalg.norm([0, 1, -0.35])
    return middle - forward * reach / np.sin(_FIELD_OF_VIEW / 2) * max(1.0, ratio), forward


def _draw_ground(level, eye, rays, nearest, colors):
    below = np.flatnonzero(rays[:, 2] < -1e-6)
    distance = (level - eye[2]) / rays[below, 2]
    place = eye[:2] + distance[:, None] * rays[below, :2]
    light = np.floor(place / _TILE).astype(np.int64).sum(1) % 2
    haze = np.clip(distance / (12 * abs(eye[2] - level) + 6), 0, 1)[:, None]
    nearest[below] = distance
    colors[below] = _GROUND[light] * (1 - haze) + _SKY[1] * haze


class _Shape:
    def __init__(self, shape, pose):
        self.kind, self.moves = shape["type"], shape["body"] != "world"
        self.color = np.array(_WARM if shape["color"] == _GREY else shape["color"])
        self.centre, self.turn = pose[:3], _rotation(pose[3:])
        size = shape["size"]
        self.size = np.full(3, size[0]) if self.kind == "sphere" else np.array(size)
        self.radius = {"capsule": self.size.sum(), "sphere": self.size[0]}.get(self.kind, np.linalg.norm(self.size))

    def draw(self, eye, rays, nearest, colors):
        way = self.centre - eye
        along = rays @ way
        near = np.flatnonzero((way @ way - along**2 < self.radius**2) & (along > 0))
        origin, towards = self.turn.T @ -way, rays[near] @ self.turn
        with np.errstate(divide="ignore", invalid="ignore"):
            distance, normal = _HITS[self.kind](self.size, origin, towards)
            seen = distance < nearest[near]
        near, distance, normal = near[seen], distance[seen], normal[seen] @ self.turn.T
        shade = 0.45 + 0.55 * np.clip(normal @ (_LIGHT / np.linalg.norm(_LIGHT)), 0, 1)
        opacity = self.color[3]
        colors[near] = colors[near] * (1 - opacity) + opacity * shade[:, None] * self.color[:3]
        if opacity == 1:
            nearest[near] = distance


def _rotation(quaternion):
    w, x, y, z = quaternion / np.linalg.norm(quaternion)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def _first_root(a, b, c):
    """The smaller root of a t^2 + 2 b t + c, infinite where there is none before the eye."""
    inside = b * b - a * c
    root = np.where(inside >= 0, (-b - np.sqrt(np.maximum(inside, 0))) / a, np.inf)
    return np.where(root > 0, root, np.inf)


# Each returns the distance along the rays, infinite where they miss, and the normal there, in the shape's own axes.


def _hit_ellipsoid(size, origin, towards):
    o, d = origin / size, towards / size
    distance = _first_root((d * d).sum(1), d @ o, o @ o - 1)
    return distance, _unit((origin + _finite(distance)[:, None] * towards) / size**2)


def _hit_tube(size, origin, towards):
    """The side of a cylinder along z."""
    d, o = towards[:, :2], origin[:2]
    distance = _first_root((d * d).sum(1), d @ o, o @ o - size[0] ** 2)
    place = origin + _finite(distance)[:, None] * towards
    distance = np.where(np.abs(place[:, 2]) <= size[1], distance, np.inf)
    return distance, _unit(place * [1, 1, 0])


def _hit_capsule(size, origin, towards):
    best = _hit_tube(size, origin, towards)
    for end in (-size[1], size[1]):
        best = _nearer(best, _hit_ellipsoid(np.full(3, size[0]), origin - [0, 0, end], towards))
    return best


def _hit_cylinder(size, origin, towards):
    best = _hit_tube(size, origin, towards)
    for side in (-1.0, 1.0):
        distance = (side * size[1] - origin[2]) / towards[:, 2]
        place = origin + _finite(distance)[:, None] * towards
        on_it = (distance > 0) & ((place[:, :2] ** 2).sum(1) <= size[0] ** 2)
        best = _nearer(best, (np.where(on_it, distance, np.inf), np.broadcast_to([0, 0, side], towards.shape)))
    return best


def _hit_box(size, origin, towards):
    first, second = (-size - origin) / towards, (size - origin) / towards
    entry, leave = np.minimum(first, second), np.maximum(first, second)
    axis = entry.argmax(1)
    distance = entry.max(1)
    hit = (distance <= leave.min(1)) & (distance > 0)
    normal = -np.eye(3)[axis] * np.sign(towards)
    return np.where(hit, distance, np.inf), normal


def _nearer(one, other):
    first = one[0] <= other[0]
    return np.where(first, one[0], other[0]), np.where(first[:, None], one[1], other[1])


def _finite(distance):
    return np.where(np.isfinite(distance), distance, 0)


def _unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)


_HITS = {"sphere": _hit_ellipsoid, "ellipsoid": _hit_ellipsoid, "capsule": _hit_capsule, "cylinder": _hit_cylinder,
         "box": _hit_box}
