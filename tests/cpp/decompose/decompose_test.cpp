#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/decompose.h>
#include <hyperplane/shape.h>

#include "core/hash.h"
#include "decompose/judge.h"
#include "hull/hull.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "meshes.h"
#include "support/failing_memory.h"
#include "support/random.h"
#include "support/test_size.h"
#include "support/triangle_oracle.h"

namespace hyperplane::test {
namespace {

using scenes::MeshData;

/// A seat, a back and four legs as boxes whose ends lie within each other.
MeshData overlapping_chair() {
  MeshData chair;
  const auto add = [&](const Vec3& size, const Vec3& at) {
    MeshData box = scenes::make_mesh_box(size);
    box.move(at);
    chair.append(box);
  };
  add({0.5, 0.05, 0.5}, {0.0, 0.45, 0.0});
  add({0.5, 0.6, 0.05}, {0.0, 0.72, -0.22});
  for (const double x : {-0.2, 0.2}) {
    for (const double z : {-0.2, 0.2}) add({0.05, 0.47, 0.05}, {x, 0.22, z});
  }
  return chair;
}

/// Four bars that reach into each other's ends.
MeshData overlapping_frame() {
  MeshData frame;
  const auto add = [&](const Vec3& size, const Vec3& at) {
    MeshData box = scenes::make_mesh_box(size);
    box.move(at);
    frame.append(box);
  };
  for (const double side : {-1.0, 1.0}) {
    add({2.2, 0.2, 0.2}, {0.0, side, 0.0});
    add({0.2, 2.2, 0.2}, {side, 0.0, 0.0});
  }
  return frame;
}

/// The cubes that a random walk visits.
MeshData make_walk(int size, int steps, std::uint64_t seed) {
  Random random(seed);
  std::vector<bool> visited(static_cast<std::size_t>(size * size * size));
  int at[3] = {size / 2, size / 2, size / 2};
  const auto wide = [](int coordinate) { return static_cast<std::size_t>(coordinate); };
  const auto place = [&](int x, int y, int z) { return (wide(x) * wide(size) + wide(y)) * wide(size) + wide(z); };
  for (int i = 0; i < steps; ++i) {
    visited[place(at[0], at[1], at[2])] = true;
    int& coordinate = at[random.below(3)];
    coordinate = std::clamp(coordinate + (random.chance(0.5) ? 1 : -1), 0, size - 1);
  }
  return scenes::make_blocks(size, size, size, [&](int x, int y, int z) { return visited[place(x, y, z)]; });
}

struct Model {
  const char* name;
  MeshData mesh;
  std::size_t most_parts;
  double most_error;
  bool has_inside;
};

std::vector<Model> models() {
  const auto blocks = [](int w, int h, int d, auto filled) { return scenes::make_blocks(w, h, d, filled); };
  std::vector<Model> list;
  const auto add = [&](const char* name, MeshData mesh, std::size_t parts, double error, bool has_inside = true) {
    list.push_back({name, std::move(mesh), parts, error, has_inside});
  };
  add("box", scenes::make_mesh_box({1.0, 2.0, 3.0}), 1, 1e-6);
  add("ball", scenes::make_ball(32, 8), 1, 0.02);
  add("L", blocks(2, 2, 1, [](int x, int y, int) { return x == 0 || y == 0; }), 2, 1e-6);
  add("U", blocks(3, 2, 1, [](int x, int y, int) { return x != 1 || y == 0; }), 3, 1e-6);
  add("box with a hole", blocks(3, 3, 1, [](int x, int y, int) { return x != 1 || y != 1; }), 4, 1e-6);
  add("three holes", blocks(3, 3, 3, [](int x, int y, int z) { return (x == 1) + (y == 1) + (z == 1) < 2; }), 16, 1e-6);
  add("hollow box", blocks(3, 3, 3, [](int x, int y, int z) { return x != 1 || y != 1 || z != 1; }), 12, 0.02);
  add("chair", scenes::make_chair(), 8, 1e-6);
  add("torus", scenes::make_torus_knot(40, 12, 1.0, 1, 0), 16, 0.02);
  add("knot", scenes::make_torus_knot(90, 8, 1.0), 32, 0.02);
  add("gear", scenes::make_gear(12, 1.0, 0.3), 32, 0.03);
  add("bowl", scenes::make_bowl(24, 8, 0.1), 32, 0.02);
  add("open bowl", scenes::make_bowl(16, 6, 0.0), 32, 0.02, false);
  add("stairs", scenes::make_staircase(6, 0.2, 0.3, 1.0), 8, 0.02);
  add("soup", scenes::make_soup(60, 1.0, 3), 32, 0.15, false);
  MeshData two = scenes::make_mesh_box({1.0, 1.0, 1.0}), other = two;
  other.move({1.001, 0.0, 0.0});
  two.append(other);
  add("two boxes", two, 2, 1e-6);
  add("overlapping chair", overlapping_chair(), 6, 1e-6);
  add("overlapping frame", overlapping_frame(), 4, 1e-6);
  add("blocks", make_walk(4, 24, 5), 16, 1e-6);
  add("thin bowl", scenes::make_bowl(24, 8, 0.03), 32, 0.02);
  return list;
}

TEST(Decompose, KeepsItsErrorAndNeedsFewParts) {
  int inside = 0;
  for (const Model& model : models()) {
    SCOPED_TRACE(model.name);
    const Parts result = decompose(model.mesh);
    EXPECT_LE(result.parts.size(), model.most_parts);
    EXPECT_LE(result.error, model.most_error);
    inside += expect_honest(model.mesh, result, model.has_inside);
  }
  EXPECT_GT(inside, 20);
}

/// Parts may overlap within the solid.
TEST(Decompose, LeavesNoneOfTheVolumeOut) {
  for (const Model& model : models()) {
    if (model.most_error > 1e-5) continue;
    SCOPED_TRACE(model.name);
    double volume = 0.0, sum = 0.0;
    for (std::uint32_t t = 0; t < model.mesh.triangle_count(); ++t) {
      volume += dot(model.mesh.corner(t, 0), cross(model.mesh.corner(t, 1), model.mesh.corner(t, 2))) / 6.0;
    }
    for (const auto& part : decompose(model.mesh).parts) sum += hull_of_part(part)->volume();
    EXPECT_GE(sum, volume * (1.0 - 1e-6));
    EXPECT_LE(sum, volume * 1.1);
  }
}

TEST(Decompose, KeepsSeparateBodiesApart) {
  MeshData mesh = scenes::make_mesh_box({1.0, 1.0, 1.0}), other = mesh;
  other.move({1.0001, 0.0, 0.0});
  mesh.append(other);
  const Parts result = decompose(mesh);
  ASSERT_EQ(result.parts.size(), 2u);
  for (const auto& part : result.parts) {
    double low = 9.0, high = -9.0;
    for (const Vec3& v : part) {
      low = std::min(low, v.x);
      high = std::max(high, v.x);
    }
    EXPECT_NEAR(high - low, 1.0, 1e-9);
  }
}

MeshData quad_of(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  MeshData mesh;
  for (const Vec3& v : {a, b, c, d}) mesh.vertices.insert(mesh.vertices.end(), {v.x, v.y, v.z});
  mesh.add_quad(0, 1, 2, 3);
  return mesh;
}

TEST(Decompose, MakesOnePartOfAnAlmostFlatSheet) {
  Random random(23);
  for (int i = 0; i < scaled(40); ++i) {
    SCOPED_TRACE(i);
    const Vec3 u = random.direction() * random.uniform(0.2, 3.0);
    const Vec3 v = normalized(cross(u, random.direction())) * random.uniform(0.2, 3.0);
    const Vec3 rise = normalized(cross(u, v)) * (length(u + v) * random.uniform(-0.01, 0.01));
    const MeshData mesh = quad_of({}, u, u + v + rise, v);
    const Parts result = decompose(mesh);
    EXPECT_EQ(result.parts.size(), 1u);
    EXPECT_LE(result.error, 0.02);
    expect_honest(mesh, result, false, 60);
  }
}

TEST(Decompose, MakesOnePartOfATriangleHoweverSmallTheErrorIs) {
  Random random(29);
  for (const double most : {0.02, 1e-3, 5e-4, 1e-4}) {
    for (int i = 0; i < scaled(10); ++i) {
      SCOPED_TRACE(most);
      MeshData mesh;
      for (int k = 0; k < 3; ++k) {
        const Vec3 v = random.direction() * random.uniform(0.5, 2.0);
        mesh.vertices.insert(mesh.vertices.end(), {v.x, v.y, v.z});
      }
      mesh.add_triangle(0, 1, 2);
      DecomposeOptions options;
      options.max_error = most;
      const Parts result = decompose(mesh, options);
      EXPECT_EQ(result.parts.size(), 1u);
      EXPECT_LE(result.error, std::min(most, 1e-3));
      expect_honest(mesh, result, false, 60);
    }
  }
}

TEST(Decompose, FillsABodyThatOthersReachInto) {
  const MeshData chair = overlapping_chair();
  const Parts result = decompose(chair);
  EXPECT_EQ(result.parts.size(), 6u);
  EXPECT_LE(result.error, 1e-6);
  expect_honest(chair, result, true, 200);
  // Oblique ones, and one that is within another.
  MeshData pile = scenes::make_mesh_box({1.0, 1.0, 1.0});
  MeshData inner = scenes::make_mesh_box({0.2, 0.2, 0.2});
  pile.append(inner);
  MeshData spike;
  spike.vertices = {0.1, 0.1, 0.3, 0.4, 0.2, 0.3, 0.2, 0.45, 0.3, 0.9, 0.8, 1.3};
  for (const auto& [a, b, c] : {std::array<std::uint32_t, 3>{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}) {
    spike.add_triangle(a, b, c);
  }
  pile.append(spike);
  const Parts piled = decompose(pile);
  EXPECT_LE(piled.parts.size(), 3u);
  EXPECT_LE(piled.error, 1e-6);
  expect_honest(pile, piled, true, 200);
}

/// The hollow between overlapping bodies is no part of them.
TEST(Decompose, LeavesTheHollowBetweenOverlappingBodies) {
  const MeshData frame = overlapping_frame();
  const Parts result = decompose(frame);
  EXPECT_EQ(result.parts.size(), 4u);
  EXPECT_LE(result.error, 1e-6);
  expect_honest(frame, result, true, 200);
}

TEST(Decompose, ObeysItsLimits) {
  const MeshData knot = scenes::make_torus_knot(40, 6, 1.0);
  int index = 0;
  for (const std::uint32_t most : {1u, 3u, 9u}) {
    ++index;
    for (const std::uint32_t vertices : {4u, 12u, 30u}) {
      if (!is_chosen(index++)) continue;
      DecomposeOptions options;
      options.max_parts = most;
      options.max_vertices = vertices;
      const Parts result = decompose(knot, options);
      EXPECT_LE(result.parts.size(), most);
      EXPECT_GE(result.parts.size(), 1u);
      for (const auto& part : result.parts) EXPECT_LE(part.size(), vertices);
      expect_honest(knot, result, true, 100);
    }
  }
  // Far more bodies than parts.
  MeshData many;
  for (int i = 0; i < 60; ++i) {
    MeshData box = scenes::make_mesh_box({0.4, 0.4, 0.4});
    const int column = i % 4, row = i / 4 % 4, layer = i / 16;
    box.move({static_cast<double>(column), static_cast<double>(row), static_cast<double>(layer)});
    many.append(box);
  }
  DecomposeOptions few;
  few.max_parts = 5;
  const Parts result = decompose(many, few);
  EXPECT_LE(result.parts.size(), 5u);
  expect_honest(many, result, true, 100);
}

/// Shells that need more parts than are permitted are divided anew; what is beside them stays as it is.
TEST(Decompose, DividesShellsEvenly) {
  const MeshData bowl = scenes::make_bowl(24, 8, 0.1);
  MeshData box = scenes::make_mesh_box({0.5, 0.4, 0.3}), second = scenes::make_bowl(16, 6, 0.05);
  box.move({3.0, 0.0, 0.0});
  second.move({-3.0, 0.5, 0.0});
  MeshData all = bowl;
  all.append(box);
  all.append(second);
  DecomposeOptions options;
  options.max_error = 0.01;
  for (const std::uint32_t parts : {6u, 12u}) {
    SCOPED_TRACE(parts);
    options.max_parts = parts;
    const Parts result = decompose(bowl, options);
    EXPECT_EQ(result.parts.size(), parts);
    // The ball is as high above a round patch with an equal share of its half as the error would be at best. Patches
    // that fill a surface are not round: a third more.
    const double reach = 1.35 * std::sqrt(2.0 / parts);
    EXPECT_LE(result.error, (1.0 - std::cos(reach)) / diagonal_of(bowl));
    expect_honest(bowl, result, true, 100);

    options.max_parts = 2 * parts;
    const Parts together = decompose(all, options);
    EXPECT_LE(together.parts.size(), 2 * parts);
    int boxes = 0;
    for (const auto& part : together.parts) {
      double low = 9.0, high = -9.0;
      for (const Vec3& v : part) {
        low = std::min(low, v.x);
        high = std::max(high, v.x);
      }
      EXPECT_LE(high - low, 2.1);
      if (low > 2.5 && part.size() == 8) ++boxes;
    }
    EXPECT_EQ(boxes, 1);
    expect_honest(all, together, true, 100);
  }
}

/// Where joining can only leave more parts than are permitted or one, the model is divided anew, from that one.
TEST(Decompose, DividesABodyThatJoiningLeftWhole) {
  const double pi = 3.14159265358979323846;
  const MeshData ring = scenes::make_torus_knot(40, 12, 1.0, 1, 0), bowl = scenes::make_bowl(24, 8, 0.1);
  MeshData box = scenes::make_mesh_box({0.5, 0.4, 0.3});
  box.move({3.0, 0.0, 0.0});
  MeshData both = bowl;
  both.append(box);
  double inner = 9.0;
  for (std::uint32_t t = 0; t < ring.triangle_count(); ++t) {
    const Vec3 corner = ring.corner(t, 0);
    inner = std::min(inner, std::hypot(corner.x, corner.y));
  }
  ASSERT_GT(inner, 0.3);
  const auto share = [](const MeshData& mesh, double depth) { return depth / diagonal_of(mesh); };
  DecomposeOptions options;
  options.max_parts = 3;
  // Three equal arcs: each as deep as its chord cuts into the hole.
  const Parts arcs = decompose(ring, options);
  EXPECT_EQ(arcs.parts.size(), 3u);
  EXPECT_LE(arcs.error, 1.1 * share(ring, inner * (1.0 - std::cos(pi / 3.0))));
  expect_honest(ring, arcs, true, 200);
  // Three equal parts of half a ball: their edges meet in the middle of the rim's plane or on the bottom.
  const Parts patches = decompose(bowl, options);
  EXPECT_EQ(patches.parts.size(), 3u);
  EXPECT_LE(patches.error, share(bowl, 0.65));
  expect_honest(bowl, patches, true, 200);
  // A box beside it needs one of four.
  options.max_parts = 4;
  const Parts together = decompose(both, options);
  EXPECT_EQ(together.parts.size(), 4u);
  EXPECT_LE(together.error, share(both, 0.65));
  expect_honest(both, together, true, 200);
}

TEST(Decompose, GivesTheSameBitsHoweverTheWorkIsDivided) {
  int index = 0;
  for (const MeshData& mesh : {scenes::make_torus_knot(40, 6, 1.0), scenes::make_gear(5, 1.0, 0.3)}) {
    const Parts whole = decompose(mesh, {}, 1u << 30);
    ++index;
    for (const std::uint32_t work : {1u, 5000u, 123456u}) {
      if (!is_chosen(index++)) continue;
      const Parts sliced = decompose(mesh, {}, work);
      EXPECT_EQ(sliced.error, whole.error);
      ASSERT_EQ(sliced.parts.size(), whole.parts.size());
      for (std::size_t i = 0; i < whole.parts.size(); ++i) {
        ASSERT_EQ(sliced.parts[i].size(), whole.parts[i].size());
        EXPECT_EQ(std::memcmp(sliced.parts[i].data(), whole.parts[i].data(), whole.parts[i].size() * sizeof(Vec3)), 0);
      }
    }
  }
}

/// A solid of revolution about Y, turned and moved. @param profile radius and height from the lower end to the upper.
MeshData make_lathe(const std::vector<std::pair<double, double>>& profile, std::uint32_t around) {
  MeshData mesh;
  for (const auto& [radius, height] : profile) {
    for (std::uint32_t k = 0; k < around; ++k) {
      const double angle = 2.0 * 3.14159265358979323846 * k / around;
      mesh.vertices.insert(mesh.vertices.end(), {radius * std::cos(angle), height, radius * std::sin(angle)});
    }
  }
  const auto rings = static_cast<std::uint32_t>(profile.size());
  for (std::uint32_t k = 0; k < around; ++k) {
    const std::uint32_t next = (k + 1) % around;
    for (std::uint32_t r = 0; r + 1 < rings; ++r) {
      mesh.add_quad(r * around + k, (r + 1) * around + k, (r + 1) * around + next, r * around + next);
    }
    if (k > 1) {
      mesh.add_triangle(0, k - 1, k);
      const std::uint32_t top = (rings - 1) * around;
      mesh.add_triangle(top, top + k, top + k - 1);
    }
  }
  return mesh;
}

MeshData turned(MeshData mesh, const Quat& rotation, const Vec3& offset) {
  for (std::size_t i = 0; i < mesh.vertices.size(); i += 3) {
    const Vec3 v = rotate(rotation, {mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2]}) + offset;
    mesh.vertices[i] = v.x;
    mesh.vertices[i + 1] = v.y;
    mesh.vertices[i + 2] = v.z;
  }
  return mesh;
}

/// What is inside ends at a mouth's rim: the same model with lids is the oracle's.
TEST(Decompose, ClosesMouths) {
  struct Vessel {
    const char* name;
    std::vector<std::pair<double, double>> profile;
    std::size_t most_parts;
  };
  const std::vector<Vessel> vessels{
      {"pipe", {{0.2, -1.5}, {0.2, 0.0}, {0.2, 1.5}}, 1},
      {"bottle", {{0.5, 0.0}, {0.5, 1.2}, {0.15, 1.6}, {0.15, 2.2}}, 3},
      {"hourglass", {{0.4, -1.5}, {0.8, -1.0}, {0.3, 0.0}, {0.8, 1.0}, {0.4, 1.5}}, 4},
  };
  for (const Vessel& vessel : vessels) {
    SCOPED_TRACE(vessel.name);
    const MeshData closed = make_lathe(vessel.profile, 24);
    // The lids come in turns with the walls: a wall has corners of two rings.
    MeshData open;
    open.vertices = closed.vertices;
    for (std::uint32_t t = 0; t < closed.triangle_count(); ++t) {
      const std::uint32_t* const v = &closed.indices[3 * std::size_t{t}];
      if (v[0] / 24 != v[1] / 24 || v[1] / 24 != v[2] / 24) open.add_triangle(v[0], v[1], v[2]);
    }
    ASSERT_EQ(open.triangle_count() + 2 * 22, closed.triangle_count());
    const Parts result = decompose(open);
    EXPECT_LE(result.parts.size(), vessel.most_parts);
    EXPECT_LE(result.error, 0.02);
    EXPECT_GT(expect_honest(closed, result, true), 0);
  }
}

/// Nothing is left to be divided where every body is one part.
TEST(Decompose, LeavesBodiesWholeThatHaveNoPartToSpare) {
  MeshData rings = scenes::make_torus_knot(24, 8, 1.0, 1, 0), other = rings;
  other.move({0.0, 0.0, 3.0});
  rings.append(other);
  DecomposeOptions options;
  for (const std::uint32_t most : {2u, 3u}) {
    options.max_parts = most;
    const Parts result = decompose(rings, options);
    EXPECT_EQ(result.parts.size(), 2u);
    EXPECT_GT(result.error, options.max_error);
    expect_honest(rings, result, true, 100);
  }
}

TEST(Decompose, FindsThePrimitivesThatAModelIsMadeOf) {
  Random random(31);
  std::vector<std::pair<double, double>> pill;
  for (int i = 0; i <= 16; ++i) {
    const double angle = 3.14159265358979323846 * (i / 16.0 - 0.5);
    pill.emplace_back(std::max(1e-3, 0.5 * std::cos(angle)),
                      0.5 * std::sin(angle) + (i < 8 ? -0.7 : (i > 8 ? 0.7 : 0.0)));
  }
  struct Known {
    const char* name;
    MeshData mesh;
    ShapeType type;
    double parameters[3];
    double slack;
  };
  const std::vector<Known> list{
      {"ball", scenes::make_ball(32, 16), ShapeType::sphere, {1.0, 0.0, 0.0}, 0.02},
      {"box", scenes::make_mesh_box({3.0, 2.0, 1.0}), ShapeType::box, {3.0, 2.0, 1.0}, 1e-6},
      {"cylinder", make_lathe({{0.5, -1.0}, {0.5, 1.0}}, 40), ShapeType::cylinder, {0.5, 2.0, 0.0}, 0.02},
      {"capsule", make_lathe(pill, 32), ShapeType::capsule, {0.5, 1.4, 0.0}, 0.03},
  };
  for (const Known& known : list) {
    for (int i = 0; i < scaled(8); ++i) {
      SCOPED_TRACE(known.name);
      const Quat rotation = i == 0 ? Quat{} : random.rotation();
      const double size = i == 0 ? 1.0 : random.log_uniform(-4, 4);
      MeshData mesh = known.mesh;
      mesh.stretch({size, size, size});
      const Vec3 offset = random.in_cube(3.0) * size;
      mesh = turned(mesh, rotation, offset);
      DecomposeOptions options;
      options.primitives = true;
      const Parts result = decompose(mesh, options);
      ASSERT_EQ(result.parts.size(), 1u);
      const PartShape& shape = result.shapes[0];
      EXPECT_EQ(shape.type, known.type);
      double found[3] = {shape.parameters[0], shape.parameters[1], shape.parameters[2]}, wanted[3] = {};
      std::copy(known.parameters, known.parameters + 3, wanted);
      if (known.type == ShapeType::box) {
        std::sort(found, found + 3);
        std::sort(wanted, wanted + 3);
      }
      for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k], wanted[k] * size, known.slack * size);
      EXPECT_LE(length(shape.pose.position - offset), 1e-3 * size);
      EXPECT_LE(result.error, 0.02);
      expect_honest(mesh, result, true, 100);
    }
  }
}

TEST(Decompose, PutsPrimitivesInPlaceOfPartsOnlyWhereTheyMatch) {
  int primitives = 0, hulls = 0;
  for (const Model& model : models()) {
    if (model.mesh.triangle_count() > 200) continue;
    SCOPED_TRACE(model.name);
    DecomposeOptions options;
    const Parts plain = decompose(model.mesh, options);
    for (const PartShape& shape : plain.shapes) EXPECT_EQ(shape.type, ShapeType::convex_hull);
    options.primitives = true;
    const Parts result = decompose(model.mesh, options);
    // The parts are the same.
    ASSERT_EQ(result.parts.size(), plain.parts.size());
    for (std::size_t i = 0; i < plain.parts.size(); ++i) {
      EXPECT_EQ(result.parts[i], plain.parts[i]);
      (result.shapes[i].type == ShapeType::convex_hull ? hulls : primitives) += 1;
    }
    EXPECT_LE(result.error, std::max(plain.error, options.max_error));
    expect_honest(model.mesh, result, model.has_inside, 100);
  }
  EXPECT_GT(primitives, 25);
  EXPECT_GT(hulls, 20);
  // Boxes are boxes, exactly.
  DecomposeOptions options;
  options.primitives = true;
  const Parts chair = decompose(scenes::make_chair(), options);
  for (const PartShape& shape : chair.shapes) EXPECT_EQ(shape.type, ShapeType::box);
  EXPECT_LE(chair.error, 1e-6);
}

/// Whoever waits between the steps, such as a page, waits for the longest one.
TEST(Decompose, WorksInShortSteps) {
  const MeshData knot = scenes::make_torus_knot(800, 32, 1.0);
  const Result<DecompositionPtr> started = start_decomposition(knot.vertices, knot.indices, {});
  ASSERT_TRUE(started.ok());
  int steps = 0;
  for (double done = 0.0; done < 1.0; ++steps) done = advance(*started.value, 1).value;
  // A call can be stopped between two steps: few would be long ones.
  EXPECT_GT(steps, 10000);
}

std::uint64_t hash_of(const Parts& result) {
  Hash hash;
  hash.add(result.error);
  for (const auto& part : result.parts) {
    for (const Vec3& v : part) {
      for (const double coordinate : {v.x, v.y, v.z}) hash.add(coordinate);
    }
  }
  return hash.value();
}

TEST(Decompose, GivesTheSameBitsOnEveryPlatform) {
  const std::uint64_t knot = hash_of(decompose(scenes::make_torus_knot(40, 6, 1.0)));
  EXPECT_EQ(knot, 0xd12ed33c62f8dff8u) << "0x" << std::hex << knot;
  DecomposeOptions options;
  options.max_parts = 12;
  const std::uint64_t bowl = hash_of(decompose(scenes::make_bowl(16, 6, 0.1), options));
  EXPECT_EQ(bowl, 0xf44d0c6071f8e324u) << "0x" << std::hex << bowl;
}

/// Parts of a model that is hardly larger than the smallest shape: they grow to what a shape may be.
TEST(Decompose, TakesTheSmallestModels) {
  int index = 0;
  for (const double scale : {4e-10, 1e-9, 3e-9}) {
    if (!is_chosen(index++)) continue;
    SCOPED_TRACE(scale);
    MeshData ring = scenes::make_torus_knot(40, 12, 1.0, 1, 0);
    ring.stretch({scale, scale, scale});
    const Parts result = decompose(ring);
    ASSERT_GE(result.parts.size(), 1u);
    for (const auto& part : result.parts) EXPECT_NE(hull_of_part(part), nullptr);
    EXPECT_LE(result.error * diagonal_of(ring), 1e-9);
    expect_honest(ring, result, true, 100);
  }
}

TEST(Decompose, DoesNotCareWhereAndHowLargeAModelIs) {
  const MeshData model = scenes::make_blocks(3, 3, 1, [](int x, int y, int) { return x != 1 || y != 1; });
  for (const double scale : {1e-6, 1.0, 1e6}) {
    for (const double offset : {0.0, 100.0}) {
      MeshData mesh = model;
      mesh.stretch({scale, scale, scale});
      mesh.move({offset * scale, -offset * scale, 0.0});
      const Parts result = decompose(mesh);
      EXPECT_EQ(result.parts.size(), 4u) << scale << " " << offset;
      EXPECT_LE(result.error, 1e-6);
    }
  }
}

TEST(Decompose, TakesTheLargestAndTheFarthestSheets) {
  const auto check = [](const Vec3& corner, double size, double max_error) {
    const Vec3 corners[] = {corner, corner + Vec3{size, 0.0, 0.0}, corner + Vec3{0.0, size, 0.0}};
    MeshData sheet;
    for (const Vec3& v : corners) sheet.vertices.insert(sheet.vertices.end(), {v.x, v.y, v.z});
    DecomposeOptions options;
    for (const bool primitives : {false, true}) {
      options.primitives = primitives;
      const Parts result = decompose(sheet, options);
      ASSERT_EQ(result.parts.size(), 1u) << corner.x << " " << size;
      EXPECT_LE(result.error, max_error) << corner.x << " " << size;
      const HullPtr hull = hull_of_part(result.parts[0]);
      ASSERT_NE(hull, nullptr);
      const double margin = (result.error + 1e-6) * size * std::sqrt(2.0);
      for (const Vec3& v : corners) EXPECT_LE(distance_to_part(result.parts[0], *hull, v), margin) << corner.x;
      for (const double parameter : result.shapes[0].parameters) EXPECT_LE(parameter, k_max_shape_size);
    }
  };
  // Their thickness has no room on the outside.
  check({0.0, 0.0, 0.0}, 1e9, 0.02);
  check({0.0, 0.0, 1e9}, 1e9, 0.02);
  check({-5e8, -5e8, -5e8}, 1e9, 0.02);
  // So far away that coordinates have 1.2e-7 m between them.
  check({1e6, 1e6, 1e6}, 1e-6, 0.06);
  check({9e8, 9e8, 9e8}, 1e-3, 0.06);
}

TEST(Decompose, RefusesBadInput) {
  const std::vector<double> triangle{0, 0, 0, 1, 0, 0, 0, 1, 0};
  const auto status = [](const std::vector<double>& vertices, const std::vector<std::uint32_t>& indices,
                         const DecomposeOptions& options = {}) {
    const Result<DecompositionPtr> started = start_decomposition(vertices, indices, options);
    Result<double> step{started.status, 0.0, ""};
    while (step.ok() && step.value < 1.0) step = advance(*started.value, 100000);
    return step.status;
  };
  EXPECT_EQ(status(triangle, {}), Status::ok);
  EXPECT_EQ(status({}, {}), Status::degenerate_shape);
  EXPECT_EQ(status({0, 0, 0, 1, 0, 0, 2, 0, 0}, {}), Status::degenerate_shape);
  EXPECT_EQ(status({0, 0, 0, 1e-12, 0, 0, 0, 1e-12, 0}, {}), Status::degenerate_shape);
  EXPECT_EQ(status({0, 0, 0, 1}, {}), Status::invalid_argument);
  EXPECT_EQ(status({-1e9, 0, 0, 1e9, 0, 0, 0, 1e9, 0}, {}), Status::invalid_argument);
  EXPECT_EQ(status({0, 0, 0, 1.1e9, 0, 0, 0, 1, 0}, {}), Status::invalid_argument);
  EXPECT_EQ(status(triangle, {0, 1}), Status::invalid_argument);
  EXPECT_EQ(status(triangle, {0, 1, 3}), Status::invalid_argument);
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 2e9}) {
    std::vector<double> vertices = triangle;
    vertices[4] = bad;
    EXPECT_EQ(status(vertices, {}), Status::invalid_argument);
  }
  DecomposeOptions options;
  options.max_parts = 0;
  EXPECT_EQ(status(triangle, {}, options), Status::invalid_argument);
  options = {};
  options.max_error = -0.1;
  EXPECT_EQ(status(triangle, {}, options), Status::invalid_argument);
  options = {};
  options.max_vertices = 3;
  EXPECT_EQ(status(triangle, {}, options), Status::invalid_argument);
}

TEST(Decompose, SaysSoWhenMemoryRunsOut) {
  if (!can_fail_memory()) GTEST_SKIP() << "memory cannot fail in this build";
  // One that cuts suffice for, and one that is divided anew, a part of which is a whole body.
  const MeshData blocks = scenes::make_blocks(3, 2, 1, [](int x, int y, int) { return x != 1 || y == 0; });
  MeshData shell = scenes::make_bowl(5, 2, 0.1), box = scenes::make_mesh_box({0.1, 0.1, 0.1});
  box.move({2.0, 0.0, 0.0});
  shell.append(box);
  for (const MeshData* const mesh : {&blocks, &std::as_const(shell)}) {
    DecomposeOptions options;
    if (mesh == &shell) options.max_parts = 4;
    int step = 1, failures = 0;
    for (int n = 0;; n += step) {
      const FailingMemory failing(n);
      const Result<DecompositionPtr> started = start_decomposition(mesh->vertices, mesh->indices, options);
      Status status = started.status;
      for (double done = 0.0; status == Status::ok && done < 1.0;) {
        const Result<double> advanced = advance(*started.value, 1000);
        status = advanced.status;
        done = advanced.value;
      }
      if (!failing.has_failed()) {
        EXPECT_EQ(status, Status::ok);
        break;
      }
      EXPECT_EQ(status, Status::out_of_memory) << n;
      if (++failures % (mesh == &shell ? 10 : 20) == 0) step *= 2;
    }
    EXPECT_GT(failures, 50);
  }
}

}  // namespace
}  // namespace hyperplane::test
