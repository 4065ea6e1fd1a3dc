// SPDX-License-Identifier: MIT
// An episode in the viewer, in JavaScript: reads what io/viewer.hpp writes, and computes where everything is at a given time.
#pragma once

namespace lockstep::detail {

inline constexpr char viewer_episode[] = R"js(
// Numbers of a kind of array, as base64 of its bytes.
function numbers_of(kind, text) {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    return new kind(bytes.buffer);
}

class Episode {
    constructor(written) {
        Object.assign(this, written);  // label, seconds_per_frame, ground, frames, movers, shapes, action_size, scales
        this.roots = numbers_of(Float32Array, written.roots);      // [frames][3], m
        this.poses = numbers_of(Int16Array, written.poses);        // [frames][movers][7]: from the root, then a quaternion
        this.rewards = numbers_of(Float32Array, written.rewards);  // [frames - 1]
        this.actions = numbers_of(Float32Array, written.actions);  // [frames - 1][action_size]
        this.contacts = numbers_of(Float32Array, written.contacts);  // [contacts][6]: place in m, force in N
        this.contact_ends = numbers_of(Uint32Array, written.contact_ends);  // [frames], or none
        this.returns = [0];
        this.rewards.forEach(reward => this.returns.push(this.returns.at(-1) + reward));
        const centers = this.centers(0), distances = centers.map(c => length(subtract(c, this.root(0))));
        const highest = Math.max(...centers.map(c => c[2]));
        if (this.ground !== null) {
            this.middle_height = 0.5 * (this.ground + highest);
            this.radius = Math.max(0.3, ...distances, highest - this.ground);
            return;
        }
        // A robot that hangs somewhere: all of it is in view wherever it reaches.
        const sizes = this.shapes.filter(({mover}) => mover >= 0).map(({size}) => Math.hypot(...size));
        const step = Math.ceil(this.frames / 32);
        this.radius = Math.max(0.3, ...distances);
        for (let frame = 0; frame < this.frames; frame += step) {
            this.centers(frame).forEach((c, i) => {
                this.radius = Math.max(this.radius, length(subtract(c, this.root(frame))) + sizes[i]);
            });
        }
    }

    // Of the shapes that move.
    centers(frame) {
        const {shapes} = this.scene_at(frame * this.seconds_per_frame, false);
        return shapes.filter((_, i) => this.shapes[i].mover >= 0).map(shape => shape.position);
    }

    // What the camera looks at. Above a ground it follows a jump only when the robot is about to leave the view.
    middle_at(time) {
        const [x, y, z] = this.root_at(time);
        if (this.ground === null) {
            return [x, y, z];
        }
        const rise = z - this.root(0)[2];
        return [x, y, this.middle_height + Math.sign(rise) * Math.max(0, Math.abs(rise) - 0.5 * this.radius)];
    }

    get seconds() { return (this.frames - 1) * this.seconds_per_frame; }

    // The frame at or before a time, and the share of the way to the next.
    moment(time) {
        const at = Math.min(Math.max(time / this.seconds_per_frame, 0), this.frames - 1);
        const frame = Math.min(Math.floor(at + 1e-6), this.frames - 1);
        return [frame, Math.min(Math.max(at - frame, 0), 1), Math.min(frame + 1, this.frames - 1)];
    }

    root(frame) { return Array.from(this.roots.subarray(3 * frame, 3 * frame + 3)); }
    root_at(time) {
        const [frame, share, next] = this.moment(time);
        return mixed(this.root(frame), this.root(next), share);
    }

    pose(frame, mover) {
        const from = 7 * (frame * this.movers + mover), numbers = Array.from(this.poses.subarray(from, from + 7));
        return [add(this.root(frame), scaled(this.pose_scale, numbers.slice(0, 3))), normalized(numbers.slice(3))];
    }

    // What stands where at a time, with the contact forces if wanted.
    scene_at(time, with_contacts) {
        const [frame, share, next] = this.moment(time);
        const poses = Array.from({length: this.movers}, (_, mover) => {
            const [a, b] = [this.pose(frame, mover), this.pose(next, mover)];
            return [mixed(a[0], b[0], share), between(a[1], b[1], share)];
        });
        const shapes = this.shapes.map(({type, size, color, mover, position, rotation}) => {
            const [place, turn] = mover < 0 ? [[0, 0, 0], [1, 0, 0, 0]] : poses[mover];
            return {type, size, color, position: add(place, rotate(turn, position)), rotation: compose(turn, rotation)};
        });
        return {ground: this.ground, shapes: with_contacts ? [...shapes, ...this.arrows(frame)] : shapes};
    }

    // The contact forces of a frame. A force equal to the robot's weight is as long as the robot's radius. None is longer than
    // 1.5 times that.
    arrows(frame) {
        const from = frame > 0 ? this.contact_ends[frame - 1] : 0, to = this.contact_ends[frame] ?? 0;
        const color = [0.1, 0.6, 0.35, 1], thick = 0.02 * this.radius, arrows = [];
        for (let i = from; i < to; ++i) {
            const place = Array.from(this.contacts.subarray(6 * i, 6 * i + 3));
            const newtons = Array.from(this.contacts.subarray(6 * i + 3, 6 * i + 6));
            const long = this.radius * Math.min(length(newtons) / this.weight, 1.5);
            const force = scaled(long, normalized(newtons)), rotation = rotation_to(force);
            const shaft = {type: "cylinder", size: [thick, long / 2], position: add(place, scaled(0.5, force))};
            const head = {type: "cone", size: [2.5 * thick, 2.5 * thick, 5 * thick], position: add(place, force)};
            arrows.push({...shaft, color, rotation}, {...head, color, rotation});
        }
        return arrows;
    }
}
)js";

}  // namespace lockstep::detail
