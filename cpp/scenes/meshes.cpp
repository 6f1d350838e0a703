#include "meshes.h"

#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "math/trigonometry.h"
#include "math/vec3.h"
#include "random.h"

namespace hyperplane::scenes {
namespace {

/// @param turn 1 is the full circle.
SineCosine circular(double turn) {
  const double quarters = 4.0 * (turn - std::floor(turn)), quadrant = std::floor(quarters);
  const SineCosine c = sine_cosine((quarters - quadrant) * (0.5 * k_pi));
  if (quadrant == 1.0) return {c.cosine, -c.sine};
  if (quadrant == 2.0) return {-c.sine, -c.cosine};
  if (quadrant == 3.0) return {-c.cosine, c.sine};
  return c;
}

/// A grid whose heights are functions of x and z.
template <class Height>
MeshData make_grid(std::uint32_t cells, double size, const Height& height) {
  MeshData mesh;
  for (std::uint32_t k = 0; k <= cells; ++k) {
    for (std::uint32_t i = 0; i <= cells; ++i) {
      const double x = size * (static_cast<double>(i) / cells - 0.5), z = size * (static_cast<double>(k) / cells - 0.5);
      mesh.add_vertex({x, height(x, z), z});
    }
  }
  for (std::uint32_t k = 0; k < cells; ++k) {
    for (std::uint32_t i = 0; i < cells; ++i) {
      const std::uint32_t v = k * (cells + 1) + i;
      mesh.add_quad(v, v + cells + 1, v + cells + 2, v + 1);
    }
  }
  return mesh;
}

Vec3 on_wheel(double turn, double radius, double height) {
  const SineCosine c = circular(turn);
  return {radius * c.cosine, height, -radius * c.sine};
}

}  // namespace

std::uint32_t MeshData::add_vertex(const Vec3& v) {
  vertices.insert(vertices.end(), {v.x, v.y, v.z});
  return vertex_count() - 1;
}

void MeshData::add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  indices.insert(indices.end(), {a, b, c});
}

void MeshData::add_quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  add_triangle(a, b, c);
  add_triangle(a, c, d);
}

void MeshData::shuffle(std::uint64_t seed) {
  Random random(seed);
  for (std::uint32_t i = triangle_count(); i > 1; --i) {
    const std::uint32_t k = random.below(i);
    for (std::uint32_t c = 0; c < 3; ++c) std::swap(indices[3 * (i - 1) + c], indices[3 * k + c]);
  }
}

void MeshData::move(const Vec3& offset) {
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] += component(offset, static_cast<int>(i % 3));
}

void MeshData::stretch(const Vec3& factors) {
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] *= component(factors, static_cast<int>(i % 3));
}

std::vector<double> MeshData::unindexed() const {
  std::vector<double> result;
  for (const std::uint32_t i : indices)
    result.insert(result.end(), {vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]});
  return result;
}

MeshData make_grid_floor(std::uint32_t cells, double size) {
  return make_grid(cells, size, [](double, double) { return 0.0; });
}

MeshData make_terrain(std::uint32_t cells, double size, std::uint64_t seed) {
  struct Wave {
    double along_x, along_z, phase, height;
  };
  Random random(seed);
  std::vector<Wave> waves;
  for (int octave = 0; octave < 12; ++octave) {
    const double frequency = static_cast<double>(1 << (octave / 3)) * random.uniform(0.7, 1.3) / size;
    const SineCosine heading = circular(random.uniform());
    const double phase = random.uniform();
    waves.push_back({frequency * heading.cosine, frequency * heading.sine, phase, 0.02 / (frequency * size) * size});
  }
  return make_grid(cells, size, [&](double x, double z) {
    double height = 0.0;
    for (const Wave& w : waves) height += w.height * circular(w.along_x * x + w.along_z * z + w.phase).sine;
    return height;
  });
}

MeshData make_torus_knot(std::uint32_t along, std::uint32_t around, double radius, int p, int q) {
  const auto middle = [&](double t) {
    const SineCosine turn = circular(p * t), tilt = circular(q * t);
    const double r = radius * (2.0 + tilt.cosine) * 0.5;
    return Vec3{r * turn.cosine, r * turn.sine, radius * tilt.sine * 0.5};
  };
  MeshData mesh;
  for (std::uint32_t i = 0; i < along; ++i) {
    const double t = static_cast<double>(i) / along;
    const Vec3 at = middle(t), next = middle(t + 1e-4);
    const Vec3 forwards = normalized(next - at), side = normalized(cross(forwards, next + at));
    const Vec3 up = cross(forwards, side);
    for (std::uint32_t k = 0; k < around; ++k) {
      const SineCosine c = circular(static_cast<double>(k) / around);
      mesh.add_vertex(at + (side * c.sine + up * c.cosine) * (radius / 9.0));
    }
  }
  for (std::uint32_t i = 0; i < along; ++i) {
    const std::uint32_t here = i * around, next = (i + 1) % along * around;
    for (std::uint32_t k = 0; k < around; ++k) {
      const std::uint32_t l = (k + 1) % around;
      mesh.add_quad(here + k, next + k, next + l, here + l);
    }
  }
  return mesh;
}

MeshData make_gear(std::uint32_t teeth, double radius, double height) {
  // Four points a tooth on the rim, one for each on the hole; bottom and top.
  MeshData mesh;
  const std::uint32_t points = 4 * teeth;
  for (const double y : {-0.5 * height, 0.5 * height}) {
    for (std::uint32_t i = 0; i < points; ++i) {
      const double turn = (static_cast<double>(i) + 0.25 * static_cast<double>(i % 2)) / points;
      mesh.add_vertex(on_wheel(turn, i % 4 < 2 ? radius : 0.8 * radius, y));
      mesh.add_vertex(on_wheel(turn, 0.3 * radius, y));
    }
  }
  const std::uint32_t top = 2 * points;
  for (std::uint32_t i = 0; i < points; ++i) {
    const std::uint32_t rim = 2 * i, hole = rim + 1, next_rim = 2 * ((i + 1) % points), next_hole = next_rim + 1;
    mesh.add_quad(rim, next_rim, top + next_rim, top + rim);
    mesh.add_quad(next_hole, hole, top + hole, top + next_hole);
    mesh.add_quad(top + rim, top + next_rim, top + next_hole, top + hole);
    mesh.add_quad(next_rim, rim, hole, next_hole);
  }
  return mesh;
}

MeshData make_soup(std::uint32_t triangles, double size, std::uint64_t seed) {
  Random random(seed);
  MeshData mesh;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const Vec3 at = random.in_cube() * (0.5 * size);
    std::uint32_t v[3];
    for (std::uint32_t& corner : v) corner = mesh.add_vertex(at + random.in_cube() * (0.1 * size));
    mesh.add_triangle(v[0], v[1], v[2]);
  }
  return mesh;
}

MeshData make_staircase(std::uint32_t steps, double rise, double run, double width) {
  // In each column of vertices: the floor, then the edges of the steps that meet there.
  MeshData mesh;
  struct Column {
    std::uint32_t floor, low, high;
  };
  const auto add_side = [&](double z) {
    std::vector<Column> columns;
    for (std::uint32_t i = 0; i <= steps; ++i) {
      const double x = i * run;
      Column column{};
      column.floor = mesh.add_vertex({x, 0.0, z});
      column.low = i == 0 ? column.floor : mesh.add_vertex({x, i * rise, z});
      column.high = i == steps ? column.low : mesh.add_vertex({x, (i + 1) * rise, z});
      columns.push_back(column);
    }
    return columns;
  };
  const std::vector<Column> left = add_side(0.5 * width), right = add_side(-0.5 * width);
  for (std::uint32_t i = 0; i < steps; ++i) {
    const Column &a = left[i], &b = left[i + 1], &c = right[i], &d = right[i + 1];
    mesh.add_quad(a.high, b.low, d.low, c.high);
    mesh.add_quad(a.low, a.high, c.high, c.low);
    mesh.add_quad(c.floor, d.floor, b.floor, a.floor);
    // A side has five corners, or four at the lowest step.
    if (i > 0) mesh.add_triangle(a.low, a.floor, b.floor);
    mesh.add_triangle(a.low, b.floor, b.low);
    mesh.add_triangle(a.low, b.low, a.high);
    if (i > 0) mesh.add_triangle(c.low, d.floor, c.floor);
    mesh.add_triangle(c.low, d.low, d.floor);
    mesh.add_triangle(c.low, c.high, d.low);
  }
  const Column &b = left[steps], &d = right[steps];
  mesh.add_quad(b.floor, d.floor, d.low, b.low);
  return mesh;
}

MeshData make_mesh_box(const Vec3& size) {
  MeshData mesh;
  for (std::uint32_t i = 0; i < 8; ++i) {
    mesh.add_vertex({((i & 1) != 0 ? 0.5 : -0.5) * size.x, ((i & 2) != 0 ? 0.5 : -0.5) * size.y,
                     ((i & 4) != 0 ? 0.5 : -0.5) * size.z});
  }
  mesh.add_quad(0, 2, 3, 1);
  mesh.add_quad(4, 5, 7, 6);
  mesh.add_quad(0, 4, 6, 2);
  mesh.add_quad(1, 3, 7, 5);
  mesh.add_quad(0, 1, 5, 4);
  mesh.add_quad(2, 6, 7, 3);
  return mesh;
}

void MeshData::append(const MeshData& other) {
  const std::uint32_t first = vertex_count();
  vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const std::uint32_t index : other.indices) indices.push_back(first + index);
}

MeshData make_blocks(int width, int height, int depth, const std::function<bool(int, int, int)>& filled) {
  MeshData mesh;
  std::map<std::array<int, 3>, std::uint32_t> numbers;
  const int size[3] = {width, height, depth};
  const auto is_filled = [&](const std::array<int, 3>& cube) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (cube[axis] < 0 || cube[axis] >= size[axis]) return false;
    }
    return filled(cube[0], cube[1], cube[2]);
  };
  const auto number = [&](const std::array<int, 3>& corner) {
    const auto [found, is_new] = numbers.emplace(corner, mesh.vertex_count());
    if (is_new) {
      mesh.add_vertex({static_cast<double>(corner[0]), static_cast<double>(corner[1]), static_cast<double>(corner[2])});
    }
    return found->second;
  };
  for (int i = 0; i < width * height * depth; ++i) {
    const std::array<int, 3> cube{i % width, i / width % height, i / (width * height)};
    if (!is_filled(cube)) continue;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const int side : {0, 1}) {
        std::array<int, 3> beyond = cube;
        beyond[axis] += side == 0 ? -1 : 1;
        if (is_filled(beyond)) continue;
        // The face's corners, counter-clockwise seen from the upper side.
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        std::array<int, 3> corners[4] = {cube, cube, cube, cube};
        for (auto& corner : corners) corner[axis] += side;
        ++corners[1][u];
        ++corners[2][u];
        ++corners[2][v];
        ++corners[3][v];
        const std::uint32_t a = number(corners[0]), b = number(corners[1]), c = number(corners[2]),
                            d = number(corners[3]);
        if (side == 1) {
          mesh.add_quad(a, b, c, d);
        } else {
          mesh.add_quad(a, d, c, b);
        }
      }
    }
  }
  return mesh;
}

MeshData make_bowl(std::uint32_t around, std::uint32_t rings, double thickness) {
  MeshData mesh;
  // Rings from the rim down, then the lowest point.
  const auto add_half = [&](double radius, bool is_outer) {
    const std::uint32_t first = mesh.vertex_count(), lowest = first + around * rings;
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
      const SineCosine c = circular(0.25 * ring / rings);
      for (std::uint32_t i = 0; i < around; ++i) {
        Vec3 v = on_wheel(static_cast<double>(i) / around, radius * c.cosine, 0.0);
        v.y = -radius * c.sine;
        mesh.add_vertex(v);
      }
    }
    mesh.add_vertex({0.0, -radius, 0.0});
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
      for (std::uint32_t i = 0; i < around; ++i) {
        const std::uint32_t a = first + ring * around + i, b = first + ring * around + (i + 1) % around;
        const bool is_last = ring + 1 == rings;
        const std::uint32_t c = is_last ? lowest : b + around, d = is_last ? lowest : a + around;
        const auto add = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r) {
          if (p != q && q != r && r != p) mesh.add_triangle(p, is_outer ? q : r, is_outer ? r : q);
        };
        add(a, d, c);
        add(a, c, b);
      }
    }
  };
  add_half(1.0, true);
  if (thickness == 0.0) return mesh;
  const std::uint32_t inner = mesh.vertex_count();
  add_half(1.0 - thickness, false);
  for (std::uint32_t i = 0; i < around; ++i) {
    const std::uint32_t next = (i + 1) % around;
    mesh.add_quad(i, next, inner + next, inner + i);
  }
  return mesh;
}

MeshData make_ball(std::uint32_t around, std::uint32_t rings) {
  MeshData mesh = make_bowl(around, rings, 0.0), upper = mesh;
  upper.stretch({1.0, -1.0, 1.0});
  for (std::size_t i = 0; i < upper.indices.size(); i += 3) std::swap(upper.indices[i + 1], upper.indices[i + 2]);
  mesh.append(upper);
  return mesh;
}

MeshData make_chair() {
  MeshData chair;
  const auto add = [&](const Vec3& low, const Vec3& high) {
    MeshData box = make_mesh_box(high - low);
    box.move((low + high) * 0.5);
    chair.append(box);
  };
  for (const double x : {0.0, 0.4}) {
    for (const double z : {0.0, 0.4}) add({x, 0.0, z}, {x + 0.05, 0.45, z + 0.05});
    add({x, 0.5, 0.4}, {x + 0.05, 1.0, 0.45});
  }
  add({0.0, 0.45, 0.0}, {0.45, 0.5, 0.45});
  add({0.05, 0.8, 0.41}, {0.4, 0.95, 0.44});
  return chair;
}

}  // namespace hyperplane::scenes
