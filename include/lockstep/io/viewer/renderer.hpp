// SPDX-License-Identifier: MIT
// The viewer's renderer, in JavaScript: draws shapes, their shadows and the ground by WebGL 2 into parts of one canvas.
#pragma once

namespace lockstep::detail {

inline constexpr char viewer_renderer[] = R"js(
const vertex_shader = `#version 300 es
in vec3 position, normal;
in float end;
uniform mat4 model, projection;
uniform vec3 size;
uniform float stretch;
out vec3 place, facing;
void main() {
    vec4 at = model * vec4(position * size + vec3(0, 0, end * stretch), 1);
    place = at.xyz;
    facing = mat3(model) * (normal / size);
    gl_Position = projection * at;
}`;

// kind 0: a shape in the light of the sky and a lamp; 1: the ground, in squares of 1 m that fade away; 2: a shadow.
const fragment_shader = `#version 300 es
precision highp float;
in vec3 place, facing;
uniform int kind;
uniform vec4 color;
uniform vec3 eye, light, center;
uniform float reach;
out vec4 shown;
void main() {
    if (kind == 0) {
        vec3 n = normalize(facing), half_way = normalize(light + normalize(eye - place));
        float lamp = max(dot(n, light), 0.0), sky = 0.5 + 0.5 * n.z;
        float gloss = 0.18 * pow(max(dot(n, half_way), 0.0), 40.0);
        shown = vec4(color.rgb * (0.5 * sky + 0.62 * lamp + 0.12) + gloss, color.a);
    } else if (kind == 1) {
        vec2 square = abs(fract(place.xy * 0.5) - 0.5) - 0.25;
        vec2 blur = fwidth(place.xy);
        vec2 sides = clamp(square / blur, -0.5, 0.5);
        float dark = 0.5 - 2.0 * sides.x * sides.y;
        float fade = 1.0 - smoothstep(0.35 * reach, reach, distance(place.xy, center.xy));
        shown = vec4(mix(vec3(0.80, 0.84, 0.88), vec3(0.70, 0.75, 0.80), dark * fade), fade);
    } else {
        shown = color;
    }
}`;

const light = normalized([-0.35, -0.55, 0.9]);

class Renderer {
    // Throws if the browser has no WebGL 2.
    constructor(canvas) {
        this.canvas = canvas;
        const gl = this.gl = canvas.getContext("webgl2", {stencil: true, antialias: true, alpha: true});
        if (!gl) {
            throw new Error("This page draws with WebGL 2, which this browser does not have or has switched off.");
        }
        this.program = gl.createProgram();
        for (const [type, source] of [[gl.VERTEX_SHADER, vertex_shader], [gl.FRAGMENT_SHADER, fragment_shader]]) {
            const shader = gl.createShader(type);
            gl.shaderSource(shader, source);
            gl.compileShader(shader);
            gl.attachShader(this.program, shader);
        }
        gl.linkProgram(this.program);
        if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) {
            throw new Error("The browser does not compile the shaders: " + gl.getProgramInfoLog(this.program));
        }
        gl.useProgram(this.program);
        this.uniforms = Object.fromEntries(
            ["model", "projection", "size", "stretch", "kind", "color", "eye", "light", "center", "reach"].map(
                name => [name, gl.getUniformLocation(this.program, name)]));
        this.buffers = Object.fromEntries(Object.entries(meshes).map(([name, mesh]) => [name, this.upload(mesh)]));
        gl.enable(gl.DEPTH_TEST);
        gl.enable(gl.BLEND);
        gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    upload({vertices, indices}) {
        const gl = this.gl, buffer = {array: gl.createVertexArray(), count: indices.length};
        gl.bindVertexArray(buffer.array);
        gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(vertices), gl.STATIC_DRAW);
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(indices), gl.STATIC_DRAW);
        for (const [name, count, offset] of [["position", 3, 0], ["normal", 3, 12], ["end", 1, 24]]) {
            const location = gl.getAttribLocation(this.program, name);
            gl.enableVertexAttribArray(location);
            gl.vertexAttribPointer(location, count, gl.FLOAT, false, 28, offset);
        }
        return buffer;
    }

    // Fits the canvas to its place on the page and empties it.
    begin() {
        const {gl, canvas} = this, pixels = window.devicePixelRatio || 1;
        canvas.width = Math.round(canvas.clientWidth * pixels);
        canvas.height = Math.round(canvas.clientHeight * pixels);
        gl.disable(gl.SCISSOR_TEST);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    }

    // Draws a scene into the part of the canvas at `area` (left, top, width, height in CSS pixels).
    // scene: {shapes: [{type, size, color, position, rotation}], ground: height or null}; camera: {eye, target, reach}.
    draw(area, scene, camera) {
        const {gl, uniforms} = this, pixels = window.devicePixelRatio || 1;
        const [left, top, width, height] = area.map(length => Math.round(length * pixels));
        gl.enable(gl.SCISSOR_TEST);
        gl.viewport(left, this.canvas.height - top - height, width, height);
        gl.scissor(left, this.canvas.height - top - height, width, height);
        const projection = product(perspective(0.6, width / height, 0.02 * camera.reach, 20 * camera.reach),
                                   view_from(camera.eye, camera.target));
        gl.uniform3fv(uniforms.eye, camera.eye);
        gl.uniform3fv(uniforms.light, light);
        gl.uniform3fv(uniforms.center, camera.target);
        const reach = 4 * camera.reach;
        gl.uniform1f(uniforms.reach, reach);
        gl.uniformMatrix4fv(uniforms.projection, false, projection);
        const shapes = [...scene.shapes].sort((a, b) => b.color[3] - a.color[3]);  // what is seen through comes last
        if (scene.ground !== null) {
            const middle = [camera.target[0], camera.target[1], scene.ground];
            gl.depthMask(false);
            this.draw_mesh("plane", [reach, reach, 1], 0, [1, 1, 1, 1], matrix_of(middle, [1, 0, 0, 0]), 1);
            gl.depthMask(true);
            this.draw_shadows(shapes, scene.ground, projection, camera);
        }
        for (const shape of shapes) {
            this.draw_shape(shape, 0, shape.color);
        }
    }

    // Every pixel of the ground is darkened once.
    draw_shadows(shapes, ground, projection, camera) {
        const {gl, uniforms} = this;
        gl.enable(gl.STENCIL_TEST);
        gl.stencilFunc(gl.EQUAL, 0, 255);
        gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
        gl.disable(gl.DEPTH_TEST);
        if (camera.eye[2] > ground) {
            gl.uniformMatrix4fv(uniforms.projection, false, product(projection, shadow_on(ground, light)));
            for (const shape of shapes) {
                this.draw_shape(shape, 2, [0.1, 0.15, 0.25, 0.25]);
            }
            gl.uniformMatrix4fv(uniforms.projection, false, projection);
        }
        gl.enable(gl.DEPTH_TEST);
        gl.disable(gl.STENCIL_TEST);
    }

    draw_shape({type, size, position, rotation}, kind, color) {
        const [extent, stretch] = extent_of(type, size);
        this.draw_mesh(type, extent, stretch, color, matrix_of(position, rotation), kind);
    }

    draw_mesh(name, size, stretch, color, model, kind) {
        const {gl, uniforms} = this, buffer = this.buffers[name];
        gl.uniform3fv(uniforms.size, size);
        gl.uniform1f(uniforms.stretch, stretch);
        gl.uniform4fv(uniforms.color, color);
        gl.uniform1i(uniforms.kind, kind);
        gl.uniformMatrix4fv(uniforms.model, false, model);
        gl.bindVertexArray(buffer.array);
        gl.drawElements(gl.TRIANGLES, buffer.count, gl.UNSIGNED_SHORT, 0);
    }
}
)js";

}  // namespace lockstep::detail
