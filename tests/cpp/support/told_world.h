#pragma once

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/vec3.h"

namespace hyperplane::test {

/// Ways to tell a level with the same boundary.
enum class Telling { once, twice, thrice, halved, overlapped, nested, compound, turned, meshes, one_mesh };

inline ColliderOptions fixed(const Shape& shape, const Vec3& position) {
  ColliderOptions options{shape, {position, {}}};
  options.is_static = true;
  return options;
}

struct Block {
  Vec3 size, position;
};

/// The triangles of blocks.
struct MeshOfBlocks {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;

  void add(const Block& block) {
    const auto first = static_cast<std::uint32_t>(vertices.size() / 3);
    for (int i = 0; i < 8; ++i) {
      const Vec3 half = block.size * 0.5;
      vertices.push_back(block.position.x + ((i & 1) != 0 ? half.x : -half.x));
      vertices.push_back(block.position.y + ((i & 2) != 0 ? half.y : -half.y));
      vertices.push_back(block.position.z + ((i & 4) != 0 ? half.z : -half.z));
    }
    for (const int i :
         {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5}) {
      indices.push_back(first + static_cast<std::uint32_t>(i));
    }
  }
};

/// A world of static blocks.
struct ToldWorld {
  WorldPtr world = make_world().value;
  std::vector<CompoundPtr> compounds;
  std::vector<TriangleMeshPtr> meshes;

  ToldWorld(const std::vector<Block>& blocks, Telling telling) {
    std::vector<CompoundPart> parts;
    MeshOfBlocks mesh;
    const auto add = [&](const Vec3& size, const Vec3& position) {
      if (telling == Telling::meshes || telling == Telling::one_mesh) {
        mesh.add({size, position});
        if (telling == Telling::meshes) add_mesh(mesh);
        return;
      }
      const Shape box = make_box(size.x, size.y, size.z).value;
      if (telling == Telling::compound) {
        parts.push_back({box, {position, {}}});
      } else {
        EXPECT_TRUE(world->add(fixed(box, position)).ok());
      }
    };
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const Block& block = telling == Telling::turned ? blocks[blocks.size() - 1 - i] : blocks[i];
      const Vec3 quarter{0.25 * block.size.x, 0.0, 0.0};
      const Vec3 half{0.5 * block.size.x, block.size.y, block.size.z};
      switch (telling) {
        case Telling::halved:
          add(half, block.position - quarter);
          add(half, block.position + quarter);
          break;
        case Telling::overlapped: {
          const Vec3 most{0.75 * block.size.x, block.size.y, block.size.z};
          add(most, block.position - quarter * 0.5);
          add(most, block.position + quarter * 0.5);
          break;
        }
        case Telling::nested:
          add(block.size, block.position);
          add(block.size * 0.5, block.position);
          break;
        default:
          for (int copy = 0; copy < (telling == Telling::twice ? 2 : telling == Telling::thrice ? 3 : 1); ++copy) {
            add(block.size, block.position);
          }
      }
    }
    if (telling == Telling::one_mesh) add_mesh(mesh);
    if (telling != Telling::compound) return;
    compounds.push_back(build_compound(parts).value);
    ColliderOptions options{make_compound(*compounds.back()), {}};
    options.is_static = true;
    EXPECT_TRUE(world->add(options).ok());
  }

 private:
  /// Empties it.
  void add_mesh(MeshOfBlocks& mesh) {
    meshes.push_back(build_triangle_mesh(mesh.vertices, mesh.indices, {}).value);
    EXPECT_TRUE(world->add(fixed(make_triangle_mesh(*meshes.back()), {})).ok());
    mesh = {};
  }
};

}  // namespace hyperplane::test
