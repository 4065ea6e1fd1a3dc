// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/viewer.hpp>
#include <tests/support/kept_folder.hpp>
#include <tests/support/swinging.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;
using ls::envs::ant;
using ls::envs::inverted_pendulum;

namespace {

bool has(std::string const& page, std::string const& words) { return page.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a page needs no other file and keeps to its size") {
    auto const film = lockstep_test::swinging(1, ant{.terminate_when_unhealthy = false});
    REQUIRE(film.size() == 1001);
    std::string const page = ls::viewer_page({film, film, film}, {.title = "Ants & <others>"});
    CHECK(has(page, "<title>Ants &amp; &lt;others&gt;</title>"));
    CHECK(!has(page, "<others>"));
    for (std::string const elsewhere : {"http:", "https:", "src=", "import ", "fetch(", "url("}) {
        CHECK_MESSAGE(!has(page, elsewhere), elsewhere);
    }
    CHECK(page.size() < 1'000'000);
}

TEST_CASE("a label cannot end the script that it stands in") {
    auto film = lockstep_test::swinging<inverted_pendulum>(1);
    film.label = "</script><b>";
    std::string const page = ls::viewer_page({film});
    CHECK(has(page, "\"label\": \"\\u003c/script>\\u003cb>\""));
}

TEST_CASE("an episode tells its rewards, actions and contact forces") {
    auto const film = lockstep_test::swinging<ant>(4);
    CHECK(film.rewards().size() == film.size() - 1);
    CHECK(film.action_size() == 8);
    CHECK(film.actions().size() == 8 * film.rewards().size());
    REQUIRE(film.contact_ends().size() == film.size());
    CHECK(film.contact_ends().front() == 0);  // it begins in the air
    CHECK(6 * film.contact_ends().back() == film.contacts().size());
    CHECK(film.contacts().size() > 60);
    CHECK(lockstep_test::swinging<inverted_pendulum>(4).contacts().empty());
}

TEST_CASE("an episode of one's own may come without rewards, and says what does not fit") {
    ls::animation film(inverted_pendulum::robot, inverted_pendulum::model, 0.04);
    CHECK_THROWS_WITH_AS(ls::viewer_page({film}), "lockstep::write_viewer: episode 0 (inverted_pendulum) has no frames",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(film.add_contacts(std::vector{0.0, 0.0}, std::vector<double>(12)),
                         "lockstep::animation: add_contacts comes before the first frame; add a frame first", std::logic_error);
    CHECK_THROWS_WITH_AS(ls::viewer_page({}), "lockstep::write_viewer: there are no episodes to show", std::invalid_argument);
    film.append(std::vector{0.0, 0.0});
    CHECK(has(ls::viewer_page({film}), "\"rewards\": \"\""));
    CHECK_THROWS_WITH_AS(film.add_step(1, std::vector{1.0f}),
                         "lockstep::animation: step 0 comes with 1 actions after 1 frames, not with 1 after 2", std::logic_error);
    film.append(std::vector{0.1, 0.0});
    film.add_step(1, std::vector{1.0f});
    film.append(std::vector{0.2, 0.0});
    CHECK_THROWS_WITH_AS(film.add_step(1, std::vector{1.0f, 2.0f}),
                         "lockstep::animation: step 1 comes with 2 actions after 3 frames, not with 1 after 3", std::logic_error);
    CHECK_THROWS_WITH_AS(film.add_contacts(std::vector{0.2, 0.0}, std::vector{1.0}),
                         "lockstep::animation: frame 2 has 1 numbers of contact forces, not six for each of 2 bodies",
                         std::invalid_argument);
}

TEST_CASE("a page that cannot be written is named") {
    lockstep_test::temporary_folder const folder;
    CHECK_THROWS_WITH_AS(ls::write_viewer(folder / "missing/run.html", {lockstep_test::swinging<inverted_pendulum>(1)}),
                         doctest::Contains("missing/run.html: cannot be written"), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::write_viewer(folder / "run.png", {lockstep_test::swinging<inverted_pendulum>(1)}),
                         doctest::Contains("the file would hold a page (.html)"), std::invalid_argument);
}

TEST_CASE("the page that a browser plays in the test io/viewer/browser") {
    auto falling = lockstep_test::swinging<inverted_pendulum>(5);
    falling.label = "a pole";
    ls::animation mute(inverted_pendulum::robot, inverted_pendulum::model, 0.04);
    for (int i = 0; i < 20; ++i) {
        mute.append(std::vector{0.0, 0.1 * i});
    }
    std::vector const episodes = {lockstep_test::swinging<ant>(5), falling, mute};
    lockstep_test::kept_folder const kept;
    ls::write_viewer(kept / "viewer_test.html", episodes, {.title = "Test"});
    CHECK(ls::read_file(kept / "viewer_test.html") == ls::viewer_page(episodes, {.title = "Test"}));
}
