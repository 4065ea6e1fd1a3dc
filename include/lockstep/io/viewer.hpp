// SPDX-License-Identifier: MIT
// A page in which a browser plays episodes: one file that needs no network, no server and no installation.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/text/base64.hpp>
#include <lockstep/io/text/escape_markup.hpp>
#include <lockstep/io/text/quote_json.hpp>
#include <lockstep/io/viewer/episode.hpp>
#include <lockstep/io/viewer/geometry.hpp>
#include <lockstep/io/viewer/meshes.hpp>
#include <lockstep/io/viewer/packed_poses.hpp>
#include <lockstep/io/viewer/page.hpp>
#include <lockstep/io/viewer/player.hpp>
#include <lockstep/io/viewer/renderer.hpp>
#include <lockstep/physics/scene.hpp>

namespace lockstep {

struct viewer_options {
    std::string title = "Lockstep";  ///< of the page
};

namespace detail {

/// Returns the bytes of the numbers as a JSON string of base64. Browsers run on little-endian processors, as Lockstep does.
template <class T>
LOCKSTEP_COLD std::string quote_numbers(std::vector<T> const& numbers) {
    return '"' + base64(std::as_bytes(std::span(numbers))) + '"';
}

/// Returns the numbers as a JSON array.
LOCKSTEP_COLD inline std::string list_numbers(std::span<double const> numbers) {
    std::string text = "[";
    for (double const number : numbers) {
        text += formatted("%s%.6g", text.size() > 1 ? ", " : "", number);
    }
    return text + "]";
}

/// Returns the colour of a shape. MuJoCo's grey, the colour of all shapes of a robot without colours, becomes a warmer colour.
inline physics::color drawn_color(physics::shape const& shape) {
    return shape.paint == physics::shape{}.paint ? physics::color{0.82f, 0.62f, 0.42f, 1} : shape.paint;
}

/// Returns an episode as JSON, which the script in io/viewer/episode.hpp reads.
LOCKSTEP_COLD inline std::string viewer_episode_json(animation const& film) {
    pose_movers const movers(film);
    packed_poses const moved(film, movers);
    physics::scene const& scene = film.scene();
    std::string text = formatted("{\"label\": %s, \"seconds_per_frame\": %.9g, \"ground\": %s, \"frames\": %zu, \"movers\": %zu, "
                                 "\"pose_scale\": %.9g, \"weight\": %.6g, \"action_size\": %zu,\n",
                                 quote_json(film.label).c_str(), film.seconds_per_frame(),
                                 scene.ground ? formatted("%.9g", scene.ground_height).c_str() : "null", film.size(),
                                 movers.leaders.size(), moved.scale, film.weight(), film.action_size());
    text += " \"shapes\": [";
    for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
        physics::shape const& shape = scene.shapes[i];
        auto const& poses = film.frames()[0];
        auto const [p, q] = movers.of[i] < 0 ? poses[i] : seen_from(poses[movers.leader_of(i)], poses[i]);
        physics::color const color = drawn_color(shape);
        text += formatted("%s\n  {\"type\": \"%s\", \"mover\": %td, \"size\": %s, \"color\": %s, \"position\": %s, "
                          "\"rotation\": %s}",
                          i > 0 ? "," : "", name_of(shape.type), movers.of[i],
                          list_numbers({shape.size.begin(), shape.size.end()}).c_str(),
                          list_numbers(std::array<double, 4>{color[0], color[1], color[2], color[3]}).c_str(),
                          list_numbers(std::array{p.x, p.y, p.z}).c_str(), list_numbers(std::array{q.w, q.x, q.y, q.z}).c_str());
    }
    text += "],\n \"roots\": " + quote_numbers(moved.roots) + ",\n \"poses\": " + quote_numbers(moved.poses);
    text += ",\n \"rewards\": " + quote_numbers(film.rewards()) + ",\n \"actions\": " + quote_numbers(film.actions());
    text += ",\n \"contacts\": " + quote_numbers(film.contacts()) + ",\n \"contact_ends\": " + quote_numbers(film.contact_ends());
    return text + "}";
}

/// Returns JSON for the inside of <script>, with each "<" escaped: "</script>" within a label must not end the script.
LOCKSTEP_COLD inline std::string in_script(std::string const& json) {
    std::string text;
    for (char const c : json) {
        c == '<' ? text += "\\u003c" : text += c;
    }
    return text;
}

}  // namespace detail

/// Returns the page as HTML: the episodes side by side, each with its label, return, and traces of reward and actions. Throws
/// std::invalid_argument if there are no episodes, or, naming the episode, if one has no frames.
LOCKSTEP_COLD inline std::string viewer_page(std::vector<animation> const& episodes, viewer_options const& options = {}) {
    if (episodes.empty()) {
        throw std::invalid_argument("lockstep::write_viewer: there are no episodes to show");
    }
    std::string written;
    for (std::size_t i = 0; i < episodes.size(); ++i) {
        if (episodes[i].size() == 0) {
            throw std::invalid_argument(
                formatted("lockstep::write_viewer: episode %zu (%s) has no frames", i, episodes[i].label.c_str()));
        }
        written += (i > 0 ? ",\n" : "") + detail::viewer_episode_json(episodes[i]);
    }
    std::string const title = escape_markup(options.title);
    std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title + "</title>\n";
    page.append(detail::viewer_page_head).append("</head>\n<body>\n<h1>" + title + "</h1>\n").append(detail::viewer_page_body);
    page += "<script type=\"application/json\" id=\"episodes\">[" + detail::in_script(written) + "]</script>\n";
    page += "<script>\"use strict\";";
    page.append(detail::viewer_geometry).append(detail::viewer_meshes).append(detail::viewer_renderer);
    page.append(detail::viewer_episode).append(detail::viewer_player);
    return page + "</script>\n</body>\n</html>\n";
}

/// Replaces the file at `path` by the page. Throws as viewer_page does, std::invalid_argument if `path` has another format's
/// suffix (check_suffix), and std::runtime_error, naming the file, if it cannot be written.
LOCKSTEP_COLD inline void write_viewer(std::string const& path, std::vector<animation> const& episodes,
                                       viewer_options const& options = {}) {
    write_file(check_suffix(path, ".html"), viewer_page(episodes, options));
}

}  // namespace lockstep
