# SPDX-License-Identifier: MIT
"""What environments there are, and the options that each has."""

import difflib
import math
import numbers

from lockstep._core import core

NAMESPACE = "lockstep/"

_ENTRIES = {entry.id: entry for entry in core.entries()}
_ANT_BODIES = {"torso": 1, "front_left_leg": 2, "aux_1": 3, "front_right_leg": 5, "aux_2": 6, "back_leg": 8, "aux_3": 9,
               "right_back_leg": 11, "aux_4": 12}
_CAMERA = "the camera follows the robot"
_NOT_BUILT = {
    "xml_file": "the robot is compiled into the package",
    "default_camera_config": _CAMERA,
    "camera_id": _CAMERA,
    "camera_name": _CAMERA,
}


def entries():
    """What the C++ code says of each environment."""
    return list(_ENTRIES.values())


def environment_ids():
    """The environments that there are, as Gymnasium names them."""
    return sorted(_ENTRIES)


def entry_of(env_id):
    """The entry of "HalfCheetah-v5" or "lockstep/HalfCheetah-v5". Raises ValueError with those that there are."""
    if not isinstance(env_id, str):
        raise TypeError(f"lockstep: the environment is {env_id!r}, not a text such as 'HalfCheetah-v5'")
    entry = _ENTRIES.get(env_id.removeprefix(NAMESPACE))
    if entry is None:
        raise ValueError(f"lockstep: no environment {env_id!r}{nearest(env_id.removeprefix(NAMESPACE), _ENTRIES)}; there are "
                         f"{', '.join(environment_ids())}")
    return entry


def nearest(name, known):
    """What a misspelt name probably means, in brackets, or nothing."""
    near = difflib.get_close_matches(name, known, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def options_of(env_id):
    """The options of an environment with their defaults, by Gymnasium's names."""
    entry = entry_of(env_id)
    options = dict(entry.options)
    options |= {each.option: each.by_default for each in entry.optional}
    if entry.frame_skip > 0:
        options["frame_skip"] = entry.frame_skip
    if entry.has_main_body:
        options["main_body"] = 1
    return {name: tuple(value) if isinstance(value, list) else value for name, value in sorted(options.items())}


def check_options(env_id, given, others=()):
    """The options with what was not given. Raises ValueError for an unknown one or a wrong value, TypeError for a wrong type.

    others: arguments beside the options, which a misspelt name may mean, too.
    """
    known = options_of(env_id)
    result = dict(known)
    for name, value in given.items():
        if name in _NOT_BUILT:
            raise ValueError(f"lockstep: {env_id} takes no {name}: {_NOT_BUILT[name]}")
        if name not in known:
            raise ValueError(f"lockstep: {env_id} has no option {name!r}{nearest(name, [*known, *others])}. "
                             f"It has: {', '.join(known) or 'none'}")
        result[name] = _checked(f"{env_id}: {name}", value, known[name])
    return result


def _checked(what, value, default):
    if what.endswith(": main_body") and isinstance(value, str):
        if value not in _ANT_BODIES:
            raise ValueError(f"lockstep: {what} is {value!r}, not a body of the ant: {', '.join(_ANT_BODIES)}")
        return _ANT_BODIES[value]
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise TypeError(f"lockstep: {what} is {value!r}, not True or False")
        return value
    if isinstance(default, int):
        if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < 1:
            raise ValueError(f"lockstep: {what} is {value!r}, not a whole number above 0")
        return int(value)
    if isinstance(default, tuple):
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            raise TypeError(f"lockstep: {what} is {value!r}, not a pair of numbers")
        low, high = (_number(what, bound) for bound in value)
        if not low < high:
            raise ValueError(f"lockstep: {what} is {value!r}: its lower end is not below its upper end")
        return low, high
    number = _number(what, value)
    if not math.isfinite(number):
        raise ValueError(f"lockstep: {what} is {value!r}, which is not finite")
    return number


def _number(what, value):
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"lockstep: {what} is {value!r}, not a number")
    if math.isnan(value):
        raise ValueError(f"lockstep: {what} is {value!r}, not a number")
    return float(value)


def checked_count(what, value, least):
    """The whole number. Raises TypeError for what is none, ValueError for one below `least` or from 2**63."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"lockstep: {what} is {value!r}, not a whole number")
    if value < least:
        raise ValueError(f"lockstep: {what} is {value}, below {least}")
    if value >= 2**63:
        raise ValueError(f"lockstep: {what} is {value}, not below 2**63")
    return int(value)


def make_core(env_id, options, *, count, threads, episode_limit, mode):
    """The environments in C++. `options` are check_options()'s."""
    entry = entry_of(env_id)
    options = dict(options)
    frame_skip, main_body = options.pop("frame_skip", 0), options.pop("main_body", 0)
    hidden = set()
    for each in entry.optional:
        if options.pop(each.option) == each.hides:
            hidden |= set(range(each.begin, each.end))
    columns = [column for column in range(entry.observation_size) if column not in hidden]
    try:
        return entry.make(count=count, threads=threads, episode_limit=episode_limit, mode=mode, options=options, columns=columns,
                          frame_skip=frame_skip, main_body=main_body)
    except ValueError as error:
        raise ValueError(f"lockstep: {env_id}: {error}") from None
    except MemoryError:
        raise MemoryError(f"lockstep: {env_id}: num_envs is {count}, for which there is not enough memory") from None
