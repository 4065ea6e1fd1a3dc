// SPDX-License-Identifier: MIT
// Writes a robot as MJCF text, so that MuJoCo and its viewer can load the same robot.
#pragma once

#include <array>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <string>
#include <string_view>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

class mjcf_writer {
public:
    explicit mjcf_writer(robot const& r) : robot_(r) { text_ << std::setprecision(17); }

    std::string write() {
        text_ << "<mujoco";
        named("model", robot_.name);
        text_ << ">\n<compiler angle='radian' inertiafromgeom='auto'";
        if (robot_.total_mass > 0) {
            text_ << " settotalmass='" << robot_.total_mass << "'";
        }
        text_ << "/>\n<option timestep='" << robot_.timestep << "'";
        attribute("gravity", robot_.gravity);
        constexpr char const* integrators[] = {"Euler", "RK4", "implicitfast", "RK4"};
        text_ << " density='" << robot_.density << "' viscosity='" << robot_.viscosity << "' integrator='"
              << integrators[static_cast<int>(robot_.integrator)] << "' cone='"
              << (robot_.cone == cone_type::elliptic ? "elliptic" : "pyramidal") << "' impratio='" << robot_.impratio
              << "'/>\n<worldbody>\n";
        text_ << "<geom type='plane' size='40 40 40' pos='0 0 " << robot_.floor.height << "'";
        touching_of(robot_.floor);
        softness_of(robot_.floor.contact, "solref", "solimp");
        text_ << "/>\n";
        for (geom g : robot_.scenery) {
            g.contype = g.conaffinity = 0;
            write(g);
        }
        sites_of("");
        children_of("");
        text_ << "</worldbody>\n<tendon>\n";
        for (tendon const& t : robot_.tendons) {
            write(t);
        }
        text_ << "</tendon>\n<actuator>\n";
        for (actuator const& a : robot_.actuators) {
            write(a);
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
                text_ << "<body";
                named("name", b.name);
                attribute("pos", b.position);
                text_ << " quat='" << q.w << ' ' << q.x << ' ' << q.y << ' ' << q.z << "'>\n";
                if (b.inertia.given) {
                    text_ << "<inertial mass='" << b.inertia.mass << "'";
                    attribute("pos", b.inertia.center);
                    symmetric3<double> const& i = b.inertia.about_center;
                    if (quaternion<double> const& axes = b.inertia.axes; b.inertia.has_axes) {
                        symmetric3<double> const own = rotated(transpose(rotation(axes)), i);
                        text_ << " quat='" << axes.w << ' ' << axes.x << ' ' << axes.y << ' ' << axes.z << "'";
                        attribute("diaginertia", {own.xx, own.yy, own.zz});
                        text_ << "/>\n";
                    } else {
                        text_ << " fullinertia='" << i.xx << ' ' << i.yy << ' ' << i.zz << ' ' << i.xy << ' ' << i.xz << ' '
                              << i.yz << "'/>\n";
                    }
                }
                for (joint const& j : b.joints) {
                    write(j);
                }
                for (geom const& g : b.geoms) {
                    write(g);
                }
                if (!b.name.empty()) {  // otherwise none: what names no body belongs to the world
                    sites_of(b.name);
                    children_of(b.name);
                }
                text_ << "</body>\n";
            }
        }
    }

    void sites_of(std::string_view body) {
        for (site const& s : robot_.sites) {
            if (s.body == body) {
                quaternion<double> const& q = s.orientation;
                text_ << "<site";
                named("name", s.name);
                attribute("pos", s.position);
                text_ << " quat='" << q.w << ' ' << q.x << ' ' << q.y << ' ' << q.z << "'/>\n";
            }
        }
    }

    void write(joint const& j) {
        constexpr char const* types[] = {"slide", "hinge", "ball", "free"};
        text_ << "<joint";
        named("name", j.name);
        text_ << " type='" << types[static_cast<int>(j.type)] << "'";
        if (j.type != joint_type::free) {
            attribute("pos", j.position);
        }
        if (j.type == joint_type::slide || j.type == joint_type::hinge) {
            attribute("axis", j.axis);
            text_ << " ref='" << j.reference << "' springref='" << j.spring_reference << "' limited='"
                  << (j.limited ? "true" : "false") << "' range='" << j.range[0] << ' ' << j.range[1] << "'";
            softness_of(j.limit, "solreflimit", "solimplimit");
            if (j.actuator_force_limited) {
                interval(true, j.actuator_force_range, "actuatorfrclimited", "actuatorfrcrange");
            }
        }
        if (j.type == joint_type::ball && j.limited) {
            interval(true, j.range, "limited", "range");
            softness_of(j.limit, "solreflimit", "solimplimit");
        }
        dry_friction(j.friction_loss, j.friction);
        text_ << " stiffness='" << j.stiffness << "' damping='" << j.damping << "' armature='" << j.armature << "'/>\n";
    }

    void write(geom const& g) {
        constexpr char const* types[] = {"sphere", "capsule", "cylinder", "box", "ellipsoid"};
        bool const sizes = g.type == geom_type::box || g.type == geom_type::ellipsoid;
        text_ << "<geom type='" << types[static_cast<int>(g.type)] << "'";
        attribute("size", sizes ? g.half_sizes : vec3<double>{g.radius, g.half_length, 0});
        text_ << " density='" << g.density << "'";
        touching_of(g);
        attribute("pos", g.position);
        quaternion<double> const& q = g.orientation;
        if (q.x == 0 && q.y == 0 && q.z == 0) {
            attribute("zaxis", g.axis);
        } else {
            mat3<double> const axes = frame_of(g);
            vec3<double> const x = column(axes, 0), y = column(axes, 1);
            text_ << " xyaxes='" << x.x << ' ' << x.y << ' ' << x.z << ' ' << y.x << ' ' << y.y << ' ' << y.z << "'";
        }
        softness_of(g.contact, "solref", "solimp");
        if (g.paint != geom{}.paint) {
            text_ << " rgba='" << g.paint[0] << ' ' << g.paint[1] << ' ' << g.paint[2] << ' ' << g.paint[3] << "'";
        }
        text_ << "/>\n";
    }

    template <class Geom>
    void touching_of(Geom const& g) {
        if (!g.name.empty()) {
            named("name", g.name);
        }
        text_ << " contype='" << g.contype << "' conaffinity='" << g.conaffinity << "' condim='" << g.condim << "' friction='"
              << g.friction << " 0.1 0.1'";
    }

    void write(actuator const& a) {
        constexpr char const* types[] = {"motor", "position", "velocity", "general"};
        text_ << '<' << types[static_cast<int>(a.type)];
        named(a.tendon.empty() ? "joint" : "tendon", a.tendon.empty() ? a.joint : a.tendon);
        text_ << " gear='";
        for (std::size_t k = 0; k < a.along.size(); ++k) {
            text_ << (k > 0 ? " " : "") << a.gear * a.along[k];
        }
        text_ << "'";
        if (!a.name.empty()) {
            named("name", a.name);
        }
        if (a.type == actuator_type::position) {
            text_ << " kp='" << a.kp << "'";
        }
        if (a.type == actuator_type::velocity || a.type == actuator_type::position) {
            bool const ratio = a.type == actuator_type::position && a.damping_ratio > 0;
            text_ << (ratio ? " dampratio='" : " kv='") << (ratio ? a.damping_ratio : a.kv) << "'";
        }
        if (a.type == actuator_type::general) {
            text_ << " gainprm='" << a.gain << "' biastype='affine' biasprm='" << a.bias[0] << ' ' << a.bias[1] << ' '
                  << (a.damping_ratio > 0 ? a.damping_ratio : a.bias[2]) << "'";
        }
        interval(a.control_limited, a.control_range, "ctrllimited", "ctrlrange");
        if (a.force_limited) {
            interval(true, a.force_range, "forcelimited", "forcerange");
        }
        text_ << "/>\n";
    }

    void write(tendon const& t) {
        text_ << "<fixed";
        named("name", t.name);
        text_ << " stiffness='" << t.stiffness << "' damping='" << t.damping << "' springlength='"
              << t.spring_length[0] << ' ' << t.spring_length[1] << "'";
        interval(t.limited, t.range, "limited", "range");
        softness_of(t.limit, "solreflimit", "solimplimit");
        dry_friction(t.friction_loss, t.friction);
        text_ << ">\n";
        for (tendon_joint const& j : t.joints) {
            text_ << "<joint";
            named("joint", j.joint);
            text_ << " coef='" << j.coefficient << "'/>\n";
        }
        text_ << "</fixed>\n";
    }

    void interval(bool counts, std::array<double, 2> const& range, char const* limited, char const* name) {
        text_ << ' ' << limited << "='" << (counts ? "true" : "false") << "'";
        if (counts) {
            text_ << ' ' << name << "='" << range[0] << ' ' << range[1] << "'";
        }
    }

    /// Writes a name in quotes that it does not contain.
    void named(char const* attribute, std::string_view name) {
        char const quote = name.find('\'') == name.npos ? '\'' : '"';
        text_ << ' ' << attribute << '=' << quote << name << quote;
    }

    void attribute(char const* name, vec3<double> const& v) {
        text_ << ' ' << name << "='" << v.x << ' ' << v.y << ' ' << v.z << "'";
    }

    void softness_of(softness const& s, char const* solref, char const* solimp) {
        parameters_of(s, solref, solimp);
        text_ << " margin='" << s.margin << "'";
    }

    void dry_friction(double loss, softness const& s) {
        if (loss > 0) {
            text_ << " frictionloss='" << loss << "'";
            parameters_of(s, "solreffriction", "solimpfriction");
        }
    }

    void parameters_of(softness const& s, char const* solref, char const* solimp) {
        text_ << ' ' << solref << "='" << s.solref[0] << ' ' << s.solref[1] << "' " << solimp << "='";
        for (double const x : s.solimp) {
            text_ << x << ' ';
        }
        text_ << "'";
    }

    robot const& robot_;
    std::ostringstream text_;
};

/// Returns the robot as an MJCF document that MuJoCo compiles to the same model. Names are written as they are, so they must not
/// contain `<`, `&` or both kinds of quotes. Both Runge-Kutta integrators become RK4.
inline std::string to_mjcf(robot const& r) { return mjcf_writer(r).write(); }

}  // namespace lockstep::physics
