// SPDX-License-Identifier: MIT
// A robot as MJCF text: MuJoCo and its viewer can be given the very same robot.
#pragma once

#include <iomanip>
#include <sstream>
#include <string>
#include <string_view>

#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

class mjcf_writer {
public:
    explicit mjcf_writer(robot const& r) : robot_(r) { text_ << std::setprecision(17); }

    std::string write() {
        text_ << "<mujoco model='" << robot_.name << "'>\n<compiler angle='radian' inertiafromgeom='auto'";
        if (robot_.total_mass > 0) {
            text_ << " settotalmass='" << robot_.total_mass << "'";
        }
        text_ << "/>\n<option timestep='" << robot_.timestep << "'";
        attribute("gravity", robot_.gravity);
        text_ << " density='" << robot_.density << "' viscosity='" << robot_.viscosity << "' integrator='"
              << (robot_.integrator == integrator_type::euler ? "Euler" : "RK4") << "'/>\n<worldbody>\n";
        text_ << "<geom type='plane' size='40 40 40'";
        touching_of(robot_.floor);
        softness_of(robot_.floor.contact, "solref", "solimp");
        text_ << "/>\n";
        children_of("");
        text_ << "</worldbody>\n<actuator>\n";
        for (actuator const& a : robot_.actuators) {
            text_ << "<motor joint='" << a.joint << "' gear='" << a.gear << "' ctrllimited='true' ctrlrange='"
                  << a.control_range[0] << ' ' << a.control_range[1] << "'/>\n";
        }
        text_ << "</actuator>\n<contact>\n";
        for (exclusion const& e : robot_.exclusions) {
            text_ << "<exclude body1='" << e.first << "' body2='" << e.second << "'/>\n";
        }
        for (contact_pair const& p : robot_.pairs) {
            text_ << "<pair geom1='" << p.first << "' geom2='" << p.second << "' condim='" << p.condim << "' friction='"
                  << p.friction << ' ' << p.friction << "'";
            softness_of(p.contact, "solref", "solimp");
            text_ << "/>\n";
        }
        text_ << "</contact>\n</mujoco>\n";
        return text_.str();
    }

private:
    void children_of(std::string_view parent) {
        for (body const& b : robot_.bodies) {
            if (b.parent == parent) {
                quaternion<double> const& q = b.orientation;
                text_ << "<body name='" << b.name << "'";
                attribute("pos", b.position);
                text_ << " quat='" << q.w << ' ' << q.x << ' ' << q.y << ' ' << q.z << "'>\n";
                if (b.inertia.given) {
                    symmetric3<double> const& i = b.inertia.about_center;
                    text_ << "<inertial mass='" << b.inertia.mass << "'";
                    attribute("pos", b.inertia.center);
                    text_ << " fullinertia='" << i.xx << ' ' << i.yy << ' ' << i.zz << ' ' << i.xy << ' ' << i.xz << ' ' << i.yz
                          << "'/>\n";
                }
                for (joint const& j : b.joints) {
                    write(j);
                }
                for (geom const& g : b.geoms) {
                    write(g);
                }
                children_of(b.name);
                text_ << "</body>\n";
            }
        }
    }

    void write(joint const& j) {
        constexpr char const* types[] = {"slide", "hinge", "ball", "free"};
        text_ << "<joint name='" << j.name << "' type='" << types[static_cast<int>(j.type)] << "'";
        if (j.type != joint_type::free) {
            attribute("pos", j.position);
        }
        if (j.type == joint_type::slide || j.type == joint_type::hinge) {
            attribute("axis", j.axis);
            text_ << " ref='" << j.reference << "' springref='" << j.spring_reference << "' limited='"
                  << (j.limited ? "true" : "false") << "' range='" << j.range[0] << ' ' << j.range[1] << "' stiffness='"
                  << j.stiffness << "'";
            softness_of(j.limit, "solreflimit", "solimplimit");
        }
        text_ << " damping='" << j.damping << "' armature='" << j.armature << "'/>\n";
    }

    void write(geom const& g) {
        bool const capsule = g.type == geom_type::capsule;
        text_ << "<geom type='" << (capsule ? "capsule" : "sphere") << "' size='" << g.radius << ' '
              << g.half_length << "' density='" << g.density << "'";
        touching_of(g);
        attribute("pos", g.position);
        attribute("zaxis", g.axis);
        softness_of(g.contact, "solref", "solimp");
        text_ << "/>\n";
    }

    template <class Geom>
    void touching_of(Geom const& g) {
        if (!g.name.empty()) {
            text_ << " name='" << g.name << "'";
        }
        text_ << " contype='" << g.contype << "' conaffinity='" << g.conaffinity << "' condim='" << g.condim << "' friction='"
              << g.friction << " 0.1 0.1'";
    }

    void attribute(char const* name, vec3<double> const& v) {
        text_ << ' ' << name << "='" << v.x << ' ' << v.y << ' ' << v.z << "'";
    }

    void softness_of(softness const& s, char const* solref, char const* solimp) {
        text_ << ' ' << solref << "='" << s.solref[0] << ' ' << s.solref[1] << "' " << solimp << "='";
        for (double const x : s.solimp) {
            text_ << x << ' ';
        }
        text_ << "' margin='" << s.margin << "'";
    }

    robot const& robot_;
    std::ostringstream text_;
};

/// The robot as an MJCF document that MuJoCo compiles to the same model.
inline std::string to_mjcf(robot const& r) { return mjcf_writer(r).write(); }

}  // namespace lockstep::physics
