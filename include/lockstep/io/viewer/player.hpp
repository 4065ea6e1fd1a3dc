// SPDX-License-Identifier: MIT
// The viewer's player, in JavaScript: plays the episodes side by side, with one camera for all of them, and draws their traces.
#pragma once

namespace lockstep::detail {

inline constexpr char viewer_player[] = R"js(
const element = id => document.getElementById(id);

function make(kind, name, parent) {
    const made = document.createElement(kind);
    made.className = name;
    parent.append(made);
    return made;
}

// The curves of an episode's reward and actions, drawn once, with a line at the present time.
class Traces {
    constructor(canvas, episode) {
        this.canvas = canvas;
        this.episode = episode;
        this.rows = [{name: "reward", curves: [episode.rewards]}];
        if (episode.action_size > 0) {
            const count = episode.action_size;
            const curves = Array.from({length: count}, (_, k) => episode.actions.filter((_, i) => i % count === k));
            this.rows.push({name: "actions", curves});
        }
    }

    draw(time) {
        const {canvas, rows} = this, pixels = window.devicePixelRatio || 1, pen = canvas.getContext("2d");
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        canvas.width = width * pixels;
        canvas.height = height * pixels;
        pen.scale(pixels, pixels);
        rows.forEach((row, r) => this.draw_row(pen, row, r * height / rows.length, width, height / rows.length));
        pen.strokeStyle = "#c03030";
        pen.beginPath();
        const x = Math.min(time / this.episode.seconds, 1) * width;
        pen.moveTo(x, 0);
        pen.lineTo(x, height);
        pen.stroke();
    }

    draw_row(pen, {name, curves}, top, width, height) {
        let [low, high] = [Infinity, -Infinity];
        for (const curve of curves) {
            for (const y of curve) {
                low = Math.min(low, y);
                high = Math.max(high, y);
            }
        }
        const y_of = y => top + height - 4 - (height - 8) * (y - low) / (high - low || 1);
        pen.lineWidth = curves[0].length > width ? 0.5 : 1;
        curves.forEach((curve, k) => {
            pen.strokeStyle = curves.length > 1 ? `hsl(${360 * k / curves.length} 55% 50% / 0.75)` : "#305080";
            pen.beginPath();
            curve.forEach((y, i) => pen.lineTo((i + 1) / curve.length * width, y_of(y)));
            pen.stroke();
        });
        pen.fillStyle = "#404850";
        pen.font = "11px sans-serif";
        pen.fillText(curves[0].length ? `${name}  ${low.toPrecision(3)} to ${high.toPrecision(3)}` : name, 4, top + 12);
    }
}

class Player {
    constructor(episodes) {
        this.renderer = new Renderer(element("canvas"));
        this.views = episodes.map(episode => {
            const part = make("section", "view", element("views"));
            make("h2", "", part).textContent = episode.label;
            const figures = make("p", "figures", part), traces = make("canvas", "traces", part);
            traces.addEventListener("pointerdown", event => this.seek(event.offsetX / traces.clientWidth * episode.seconds));
            return {episode, part, figures, traces: new Traces(traces, episode)};
        });
        this.seconds = Math.max(...episodes.map(episode => episode.seconds));
        this.camera = {yaw: -1.35, pitch: 0.22, zoom: 1, shift: [0, 0, 0]};
        this.time = 0;
        this.playing = true;
        this.speed = 1;
        this.drawn = 0;
        const settings = new URLSearchParams(location.hash.slice(1));  // for example #time=2.5&paused
        this.follow = !settings.has("fixed");
        element("follow").checked = this.follow;
        element("forces").parentElement.hidden = !episodes.some(episode => episode.contacts.length > 0);
        element("speed").value = settings.get("speed") || "1";
        this.speed = Number(element("speed").value) || 1;
        this.listen();
        this.seek(Number(settings.get("time")) || 0);
        this.play(!settings.has("paused"));
    }

    listen() {
        element("play").addEventListener("click", () => this.play(!this.playing));
        element("place").max = this.seconds;
        element("place").addEventListener("input", event => this.seek(Number(event.target.value)));
        element("speed").addEventListener("change", event => this.speed = Number(event.target.value));
        element("follow").addEventListener("change", event => this.follow = event.target.checked);
        element("curves").addEventListener("change", event => {
            document.body.classList.toggle("without-traces", !event.target.checked);
        });
        const step = this.views[0].episode.seconds_per_frame;
        const keys = {
            " ": () => this.play(!this.playing),
            ArrowLeft: () => this.seek(this.time - step),
            ArrowRight: () => this.seek(this.time + step),
            Home: () => this.seek(0),
            f: () => element("follow").click(),
        };
        document.addEventListener("keydown", event => {
            if (keys[event.key] && !["INPUT", "SELECT", "BUTTON"].includes(event.target.tagName)) {
                event.preventDefault();
                keys[event.key]();
            }
        });
        this.listen_to_pointer(element("views"));
    }

    // Drag turns the camera, drag with the shift key or the right button moves it, the wheel zooms.
    listen_to_pointer(area) {
        const camera = this.camera;
        area.addEventListener("contextmenu", event => event.preventDefault());
        area.addEventListener("pointerdown", event => {
            if (event.target.className !== "traces") {
                area.setPointerCapture(event.pointerId);
            }
        });
        area.addEventListener("pointermove", event => {
            if (!area.hasPointerCapture(event.pointerId)) {
                return;
            }
            const [x, y] = [event.movementX, event.movementY];
            if (event.shiftKey || event.buttons === 2) {
                const near = 0.004 * camera.zoom, [c, s] = [Math.cos(camera.yaw), Math.sin(camera.yaw)];
                camera.shift = add(camera.shift, [near * x * s, -near * x * c, near * y]);
            } else {
                camera.yaw -= 0.008 * x;
                camera.pitch = Math.min(Math.max(camera.pitch + 0.008 * y, -0.2), 1.5);
            }
        });
        area.addEventListener("wheel", event => {
            event.preventDefault();
            camera.zoom = Math.min(Math.max(camera.zoom * Math.exp(0.001 * event.deltaY), 0.2), 8);
        }, {passive: false});
    }

    play(playing) {
        if (playing && this.time >= this.seconds) {
            this.seek(0);
        }
        this.playing = playing;
        element("play").textContent = playing ? "Pause" : "Play";
    }

    seek(time) {
        this.time = Math.min(Math.max(time, 0), this.seconds);
    }

    // Goes on by so many seconds of the clock, and draws.
    advance(seconds) {
        if (this.playing) {
            this.seek(this.time + seconds * this.speed);
            if (this.time >= this.seconds) {
                this.play(false);
            }
        }
        this.draw();
    }

    draw() {
        element("place").value = this.time;
        element("time").textContent = `${this.time.toFixed(2)} s of ${this.seconds.toFixed(2)} s`;
        this.renderer.begin();
        const page = element("canvas").getBoundingClientRect();
        for (const {episode, part, figures, traces} of this.views) {
            const {left, top, width, height} = part.getBoundingClientRect(), [frame] = episode.moment(this.time);
            if (width > 0 && height > 0) {
                this.renderer.draw([left - page.left, top - page.top, width, height],
                                   episode.scene_at(this.time, element("forces").checked), this.camera_of(episode));
            }
            const ended = frame === episode.frames - 1 ? ", ended" : "";
            const reached = frame < episode.returns.length ? `return ${episode.returns[frame].toFixed(1)}, ` : "";
            figures.textContent = `${reached}step ${frame}${ended}`;
            if (element("curves").checked) {
                traces.draw(this.time);
            }
        }
        this.drawn += 1;
        Object.assign(document.body.dataset, {time: this.time.toFixed(3), drawn: this.drawn});
    }

    camera_of(episode) {
        const {yaw, pitch, zoom, shift} = this.camera;
        const target = add(episode.middle_at(this.follow ? this.time : 0), scaled(episode.radius, shift));
        const reach = 4.5 * episode.radius * zoom;
        const back = [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch)];
        return {eye: add(target, scaled(reach, back)), target, reach};
    }
}

function start() {
    const episodes = JSON.parse(element("episodes").textContent).map(written => new Episode(written));
    const player = new Player(episodes);
    let before = null;
    const frame = now => {
        player.advance(before === null ? 0 : Math.min((now - before) / 1000, 0.1));
        before = now;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

try {
    start();
    document.body.dataset.state = "ready";
} catch (error) {
    document.body.dataset.state = "failed";
    element("problem").textContent = error.message;
    element("problem").hidden = false;
}
)js";

}  // namespace lockstep::detail
