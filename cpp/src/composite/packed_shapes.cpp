#include "composite/packed_shapes.h"

#include <bit>

#include "composite/shape_extent.h"

namespace hyperplane {

void PackedShapes::resize(std::size_t rows) {
  const bool has_room = rows_.resize(rows, {{0, 0, 0}, nullptr, nullptr, ShapeType::sphere, false});
  HYPERPLANE_ASSERT(has_room);
  static_cast<void>(has_room);
}

void PackedShapes::set(std::uint32_t row, const Shape& shape, std::uint64_t hash) {
  Packed& packed = rows_[row];
  if (packed.is_large) {
    const auto place = static_cast<std::uint32_t>(packed.words[0]);
    large_[place].next = unused_;
    unused_ = place;
  }
  const KindMask* const kinds = shape.kinds == nullptr ? nullptr : kind_masks.find(*shape.kinds);
  packed = {{0, 0, 0}, data_of(shape), kinds, shape.type, is_large(shape)};
  if (!has_parameters(shape.type)) {
    packed.words[0] = hash;
    packed.words[1] = std::bit_cast<std::uint64_t>(shape.parameters[0]);
  } else if (!packed.is_large) {
    for (int i = 0; i < 3; ++i) packed.words[i] = std::bit_cast<std::uint64_t>(shape.parameters[i]);
  } else if (unused_ == k_none) {
    packed.words[0] = large_.size();
    large_.push_unchecked(Large(shape));
  } else {
    packed.words[0] = unused_;
    Large& place = large_[unused_];
    unused_ = place.next;
    place = Large(shape);
  }
}

Shape PackedShapes::operator[](std::uint32_t row) const {
  const Packed& packed = rows_[row];
  if (packed.is_large) {
    Shape large = large_[static_cast<std::size_t>(packed.words[0])].shape;
    large.kinds = packed.kinds;
    return large;
  }
  // Every member by itself: in V8 it takes 6 ns to zero a shape as a whole.
  const bool has_numbers = has_parameters(packed.type);
  const auto number = [&](int i) { return has_numbers ? std::bit_cast<double>(packed.words[i]) : 0.0; };
  const auto data = [&](ShapeType type) { return packed.type == type ? packed.data : nullptr; };
  return {packed.type,
          {packed.type == ShapeType::convex_hull ? std::bit_cast<double>(packed.words[1]) : number(0), number(1),
           number(2)},
          static_cast<const Hull*>(data(ShapeType::convex_hull)),
          static_cast<const Compound*>(data(ShapeType::compound)),
          static_cast<const TriangleMesh*>(data(ShapeType::triangle_mesh)),
          static_cast<const HeightField*>(data(ShapeType::height_field)),
          static_cast<const Voxels*>(data(ShapeType::voxels)),
          packed.kinds};
}

std::uint64_t PackedShapes::hash(std::uint32_t row) const {
  return has_parameters(rows_[row].type) ? hash_of((*this)[row]) : rows_[row].words[0];
}

}  // namespace hyperplane
