#include <algorithm>
#include <iterator>
#include <new>

#include <hyperplane/height_field.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>

#include "composite/composite.h"
#include "composite/shape_extent.h"
#include "composite/surface.h"
#include "core/byte_stream.h"
#include "core/memory.h"
#include "hull/archive.h"
#include "narrowphase/part/part_pairs.h"
#include "world/bounds.h"
#include "world/known_shapes.h"
#include "world/snapshot.h"
#include "world/world_impl.h"

/// Reads a snapshot; see snapshot.h for the layout.
///
/// A checksum finds damage but does not stop a forger, so everything the world relies on is validated: every row is in
/// exactly the lists that its flags name, pairs are sorted and name rows in use, shapes pass through their factories,
/// hulls through validate_hull. A shape that the caller gives, or that the world to roll back has, replaces the one in
/// the snapshot with the same hash.

namespace hyperplane {

class Restoration {
 public:
  Restoration(std::span<const std::byte> bytes, const RestoreOptions& options)
      : in_(bytes.subspan(sizeof(SnapshotHeader))),
        base_(options.base == nullptr ? nullptr : options.base->impl_),
        given_(options.shapes),
        clock_(base_ == nullptr ? options.clock : base_->options.clock) {}

  /// @param out set on success, but for its missing shapes, which are set on failure.
  Status run(RestoredWorld& out) {
    Status status = start();
    if (status == Status::ok) status = read_shapes();
    if (status == Status::ok) status = read_rows();
    if (status == Status::ok) status = read_lists();
    if (status == Status::ok) status = read_pairs();
    if (status == Status::ok) status = read_continuous();
    if (status == Status::ok) status = read_starts(storage().starts, true);
    if (status == Status::ok) status = read_starts(storage().formers, false);
    if (status == Status::ok) status = read_impacts();
    if (status != Status::ok) {
      std::copy(std::begin(restored_.missing), std::end(restored_.missing), out.missing);
      return status;
    }
    // Zeros up to a multiple of 8.
    if (in_.left() >= 8) return Status::invalid_argument;
    finish();
    restored_.world = static_cast<WorldPtr&&>(world_);
    out = static_cast<RestoredWorld&&>(restored_);
    return Status::ok;
  }

 private:
  static constexpr Status k_damaged = Status::invalid_argument;
  static constexpr std::uint16_t k_states = Storage::k_live | Storage::k_waiting;

  Status start();
  Status read_shapes();
  Status read_shape(std::uint32_t i);
  /// Reads a shape with its data into the list.
  Status read_own_shape(std::uint32_t i, ShapeType type, SnapshotData data);
  Status read_hull_of(Shape& shape);
  template <class Deserialize, class Make>
  Status read_surface(const Deserialize& deserialize, const Make& make, Shape& shape);
  Status read_compound(std::uint32_t i);
  Status read_rows();
  Status read_lists();
  Status read_points(std::size_t contacts);
  Status read_pairs();
  Status read_continuous();
  Status read_starts(StartPoses& starts, bool of_changed_rows);
  Status read_impacts();
  template <class Accepts>
  Status read_pair_list(Buffer<RowPair>& out, bool may_repeat, Accepts accepts);
  void finish();
  /// Whether a collider is live in the base, too, with a shape that equals that of the snapshot.
  bool is_kept_shape(std::uint32_t row, const Shape& listed);

  World::Impl& impl() { return *world_->impl_; }
  Storage& storage() { return impl().storage; }
  std::uint16_t state_of(std::uint32_t row) { return storage().flags[row] & k_states; }
  /// Whether the touching pairs and impacts of the last update may name a row: it is in use, or was removed after that
  /// update.
  bool may_touch(std::uint32_t row) { return row < storage().row_count && state_of(row) != 0 && !has_ended_[row]; }
  bool may_end(std::uint32_t row) { return row < storage().row_count && state_of(row) != 0; }
  /// Whether a contact may name a part and a triangle of a row's shape. Of a removed or disabled collider, and of a
  /// changed one, they may be those of a former shape.
  bool is_part(std::uint32_t row, std::int32_t part, std::int32_t triangle) {
    if (storage().changed[row] != 0 || !storage().takes_part(row)) return part >= -1 && triangle >= -1;
    const Shape shape = storage().shapes[row];
    if (shape.type != ShapeType::compound) return part == -1 && is_triangle(shape, triangle);
    const std::span<const CompoundPart> parts = compound_parts(*shape.compound);
    return part >= 0 && static_cast<std::size_t>(part) < parts.size() &&
           is_triangle(parts[static_cast<std::size_t>(part)].shape, triangle);
  }
  static bool is_triangle(const Shape& shape, std::int32_t triangle) {
    if (shape.type == ShapeType::voxels) {
      return triangle >= 0 && static_cast<std::size_t>(triangle) < voxel_kinds(*shape.voxels).size();
    }
    if (!is_surface(shape.type)) return triangle == -1;
    const std::uint32_t count = shape.type == ShapeType::triangle_mesh
                                    ? mesh_triangle_count(*shape.mesh)
                                    : height_field_triangle_count(*shape.height_field);
    return triangle >= 0 && static_cast<std::uint32_t>(triangle) < count;
  }
  bool is_live(std::uint32_t row) { return row < storage().row_count && state_of(row) == Storage::k_live; }

  ByteReader in_;
  const World::Impl* base_;
  std::span<const Shape> given_;
  double (*clock_)();
  WorldPtr world_;
  RestoredWorld restored_;
  std::uint32_t row_count_ = 0;
  /// 1 for rows of colliders that were removed before the last update: their pairs have ended.
  Buffer<std::uint8_t> has_ended_;
  KnownShapes known_;
  /// By shape of the snapshot, from whichever source.
  Buffer<Shape> shapes_;
  /// Shapes of the parts of all compounds.
  Buffer<std::uint32_t> part_shapes_;
};

namespace {

/// Never null for a count of 0, unless memory runs out.
template <class T>
T* allocate(std::size_t count) {
  return static_cast<T*>(hyperplane_allocate((count + 1) * sizeof(T)));
}

}  // namespace

Status Restoration::start() {
  WorldOptions options;
  options.clock = clock_;
  const auto broad_phase = in_.get<std::uint32_t>();
  options.broad_phase = static_cast<BroadPhase>(broad_phase);
  options.max_candidates = in_.get<std::uint32_t>();
  options.max_contacts = in_.get<std::uint32_t>();
  row_count_ = in_.get<std::uint32_t>();
  const auto origin = in_.get<Vec3>();
  // Least number of bytes of a row: rejects counts that the bytes cannot hold before memory is reserved.
  constexpr std::size_t k_least_row = 64;
  if (in_.failed() || !check_pose({origin, {}}).ok() ||
      broad_phase > static_cast<std::uint32_t>(BroadPhase::brute_force) || row_count_ > k_max_colliders ||
      row_count_ > in_.left() / k_least_row) {
    return k_damaged;
  }
  Result<WorldPtr> world = make_world(options);
  if (!world.ok()) return world.status;
  world_ = static_cast<WorldPtr&&>(world.value);
  impl().origin = origin;
  return Status::ok;
}

Status Restoration::read_shapes() {
  const auto count = in_.get<std::uint32_t>();
  constexpr std::size_t k_least_shape = 8;
  if (in_.failed() || count > in_.left() / k_least_shape) return k_damaged;
  auto* const shapes = allocate<Shape>(count);
  if (shapes == nullptr) return Status::out_of_memory;
  for (std::uint32_t i = 0; i < count; ++i) new (shapes + i) Shape;
  restored_.shapes = {shapes, OwnedShapesDeleter{count}};
  restored_.shape_count = count;
  restored_.source_of_shape.reset(allocate<std::uint32_t>(count));
  const Storage* const base = base_ == nullptr ? nullptr : &base_->storage;
  restored_.base_row_count = base == nullptr ? 0 : base->row_count;
  if (restored_.source_of_shape == nullptr || !shapes_.reserve_exactly(count) || !known_.collect(base, given_)) {
    return Status::out_of_memory;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const Status status = read_shape(i);
    if (status != Status::ok) return status;
  }
  for (const std::uint32_t missing : restored_.missing) {
    if (missing > 0) return Status::invalid_argument;
  }
  restored_.shape_of_part.reset(allocate<std::uint32_t>(part_shapes_.size()));
  if (restored_.shape_of_part == nullptr) return Status::out_of_memory;
  std::copy(part_shapes_.begin(), part_shapes_.end(), restored_.shape_of_part.get());
  return Status::ok;
}

Status Restoration::read_shape(std::uint32_t i) {
  const auto number = in_.get<std::uint32_t>();
  const auto data = in_.get<SnapshotData>();
  if (in_.failed() || number > k_last_shape_type) return k_damaged;
  const auto type = static_cast<ShapeType>(number);
  Shape& own = restored_.shapes[i];
  own = Shape{type, {}};
  const KnownShapes::Entry* known = nullptr;
  const std::size_t part_count = part_shapes_.size();
  if (data == SnapshotData::hash) {
    known = known_.find(type, in_.get<std::uint64_t>());
    if (known == nullptr) restored_.missing[number] += 1;
  } else if (data != SnapshotData::gone) {
    const Status status = read_own_shape(i, type, data);
    if (status != Status::ok) return status;
    known = known_.find(type, hash_of(own));
  } else if (is_complete(own)) {
    return k_damaged;
  }
  restored_.source_of_shape[i] = known == nullptr ? k_own_shape : known->source;
  shapes_.push_unchecked(known == nullptr ? own : known_.shape_of(*known));
  if (known != nullptr) {
    free_data(own);
    own = Shape{type, {}};
    part_shapes_.truncate(part_count);
  }
  return Status::ok;
}

Status Restoration::read_own_shape(std::uint32_t i, ShapeType type, SnapshotData data) {
  Shape& shape = restored_.shapes[i];
  if (is_complete(shape)) {
    double parameters[k_max_shape_parameters] = {};
    in_.get_array(std::span(parameters).first(static_cast<std::size_t>(parameter_count(type))));
    const Result<Shape> made = make_shape(type, parameters);
    if (in_.failed() || !made.ok() || data != SnapshotData::parameters) return k_damaged;
    shape = made.value;
    return Status::ok;
  }
  if (data != SnapshotData::geometry) return k_damaged;
  if (type == ShapeType::compound) return read_compound(i);
  if (type == ShapeType::convex_hull) return read_hull_of(shape);
  // In lambdas: the address of a function whose result is a template, not instantiated yet, gets a wrong signature from
  // clang for WebAssembly.
  if (type == ShapeType::height_field) {
    return read_surface([](auto bytes) { return deserialize_height_field(bytes); }, make_height_field, shape);
  }
  if (type == ShapeType::voxels) {
    return read_surface([](auto bytes) { return deserialize_voxels(bytes); }, make_voxels, shape);
  }
  return read_surface([](auto bytes) { return deserialize_triangle_mesh(bytes); }, make_triangle_mesh, shape);
}

Status Restoration::read_hull_of(Shape& shape) {
  Status status = Status::ok;
  const auto rounding = in_.get<double>();
  HullPtr owner = read_hull(in_, status);
  if (status != Status::ok) return status;
  const Result<Shape> made = make_convex_hull(*owner, rounding);
  if (!made.ok()) return k_damaged;
  shape = made.value;
  shape.hull = owner.release();  // freed by OwnedShapesDeleter
  return Status::ok;
}

template <class Deserialize, class Make>
Status Restoration::read_surface(const Deserialize& deserialize, const Make& make, Shape& shape) {
  const auto size = in_.get<std::uint64_t>();
  const std::span<const std::byte> bytes = in_.skip(size);
  if (in_.failed()) return k_damaged;
  auto read = deserialize(bytes);
  if (!read.ok()) return read.status;
  shape = make(*read.value.release());  // freed by OwnedShapesDeleter
  return Status::ok;
}

/// @param i index of the compound, which may only use shapes before it.
Status Restoration::read_compound(std::uint32_t i) {
  const auto count = in_.get<std::uint32_t>();
  constexpr std::size_t k_part = sizeof(std::uint32_t) + sizeof(Pose);
  if (in_.failed() || count > k_max_compound_parts || count > in_.left() / k_part) return k_damaged;
  Buffer<CompoundPart> parts;
  if (!parts.reserve_exactly(count)) return Status::out_of_memory;
  for (std::uint32_t k = 0; k < count; ++k) {
    const auto number = in_.get<std::uint32_t>();
    const auto pose = in_.get<Pose>();
    if (number >= i) return k_damaged;
    // Not a shape that is missing: its data is not there.
    const Shape& shape = shapes_[number];
    if (!is_complete(shape)) return k_damaged;
    parts.push_unchecked({shape, pose});
    if (!part_shapes_.push(number)) return Status::out_of_memory;
  }
  Result<CompoundPtr> compound = build_compound(parts.span());
  if (!compound.ok()) return compound.status;
  restored_.shapes[i] = make_compound(*compound.value.release());  // freed by OwnedShapesDeleter
  return Status::ok;
}

Status Restoration::read_rows() {
  Storage& s = storage();
  const std::size_t rows = row_count_;
  restored_.shape_of_row.reset(allocate<std::uint32_t>(rows));
  const std::uint32_t room = base_ == nullptr ? row_count_ : base_->storage.room_for(row_count_);
  if (restored_.shape_of_row == nullptr || !s.reserve(room)) return Status::out_of_memory;
  s.row_count = restored_.row_count = row_count_;
  in_.get_array(s.flags.span().first(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    in_.get_array(std::span<double>(s.seen[row].position));
    in_.get_array(std::span<float>(s.seen[row].rotation));
  }
  in_.get_array(s.positions.span().first(3 * rows));
  in_.get_array(s.rotations.span().first(4 * rows));
  const std::span<std::uint32_t> shape_of_row(restored_.shape_of_row.get(), rows);
  in_.get_array(shape_of_row);
  Buffer<std::uint64_t> hashes;
  if (!hashes.resize(rows, 0)) return Status::out_of_memory;
  in_.get_array(hashes.span());
  in_.get_array(s.layers.span().first(rows));
  in_.get_array(s.masks.span().first(rows));
  in_.get_array(s.generations.span().first(rows));
  Buffer<KindMask> masks;
  Buffer<std::uint32_t> kinds;
  const auto mask_count = in_.get<std::uint32_t>();
  if (!in_.failed() && (!in_.get_into(masks, mask_count) || !in_.get_into(kinds, rows))) return Status::out_of_memory;
  Buffer<double> margins;
  if (!in_.failed() && !in_.get_list(margins)) return Status::out_of_memory;
  if (in_.failed() || (!margins.empty() && margins.size() != rows) ||
      !std::all_of(margins.begin(), margins.end(), is_margin)) {
    return k_damaged;
  }
  if (!margins.empty()) {
    if (!s.reserve_margins()) return Status::out_of_memory;
    std::copy(margins.begin(), margins.end(), s.margins.begin());
  }
  for (const KindMask& mask : masks) {
    if (s.shapes.kind_masks.keep(mask) == nullptr) return Status::out_of_memory;
  }

  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::uint16_t state = state_of(row), flags = s.flags[row];
    constexpr std::uint16_t k_allowed =
        k_states | Storage::k_static | Storage::k_sensor | Storage::k_ignores | Storage::k_disabled;
    const bool is_disabled = (flags & Storage::k_disabled) != 0;
    if ((flags & ~(k_allowed | Storage::k_box | Storage::k_unbounded)) != 0 || state == k_states ||
        (is_disabled && state != Storage::k_live)) {
      return k_damaged;
    }
    if (state == 0) {
      if (shape_of_row[row] != k_no_shape) return k_damaged;
      shape_of_row[row] = restored_.shape_count;
      continue;
    }
    if (shape_of_row[row] >= restored_.shape_count || !check_pose(s.seen_pose(row)).ok()) {
      return k_damaged;
    }
    const Shape& listed = shapes_[shape_of_row[row]];
    const bool is_kept = state == Storage::k_live && is_kept_shape(row, listed);
    if (is_kept) shape_of_row[row] = k_kept_shape;
    Shape shape = is_kept ? base_->storage.shapes[row] : listed;
    if (kinds[row] > masks.size()) return k_damaged;
    shape.kinds = kinds[row] == 0 ? nullptr : &masks[kinds[row] - 1];
    s.flags[row] = flags & k_allowed;
    if (state != Storage::k_live) {
      if (!s.shapes.make_room_for(shape)) return Status::out_of_memory;
      s.shapes.set(row, shape, hashes[row]);
      continue;
    }
    if (s.generations[row] == 0 || !is_complete(shape)) return k_damaged;
    if (!s.reserve_shape(shape)) return Status::out_of_memory;
    s.set_shape(row, shape);
    if (s.shapes.hash(row) != hashes[row]) {
      // The vertices, heights or cells of a shape may have changed after the last update.
      if (!may_change(shape)) return k_damaged;
      s.shapes.set_hash(row, hashes[row]);
    }
  }
  return Status::ok;
}

bool Restoration::is_kept_shape(std::uint32_t row, const Shape& listed) {
  if (base_ == nullptr || !base_->storage.is_live({row, storage().generations[row]}) || !is_complete(listed)) {
    return false;
  }
  const Shape own = base_->storage.shapes[row];
  return own.type == listed.type && hash_of(own) == hash_of(listed);
}

Status Restoration::read_lists() {
  Storage& s = storage();
  Buffer<std::uint8_t> seen;
  if (!seen.resize(row_count_, 0) || !has_ended_.resize(row_count_, 0)) return Status::out_of_memory;
  bool has_memory = true;
  const auto failure = [&] { return has_memory ? k_damaged : Status::out_of_memory; };
  // Each row is in exactly one list, except that changed_rows repeats rows of the others.
  const auto read = [&](Buffer<std::uint32_t>& list, auto accepts) {
    const auto count = in_.get<std::uint32_t>();
    if (in_.failed() || count > row_count_ || count > in_.left() / sizeof(std::uint32_t)) return false;
    has_memory = list.reserve_exactly(count);
    if (!has_memory) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto row = in_.get<std::uint32_t>();
      if (row >= row_count_ || !accepts(row)) return false;
      list.push_unchecked(row);
    }
    return true;
  };
  const auto once = [&](std::uint32_t row, bool holds) {
    const bool is_first = seen[row] == 0;
    seen[row] = 1;
    return is_first && holds;
  };
  for (int list = 0; list < 3; ++list) {
    const bool is_read = read(s.members[list], [&](std::uint32_t row) {
      s.places[row] = static_cast<std::uint32_t>(s.members[list].size());
      return once(row, is_live(row) && s.list_of(row) == list);
    });
    if (!is_read) return failure();
  }
  const bool has_changed = read(s.changed_rows, [&](std::uint32_t row) {
    const bool is_first = s.changed[row] == 0;
    s.changed[row] = 1;
    return is_first;
  });
  const auto is_free = [&](std::uint32_t row) { return once(row, state_of(row) == 0); };
  const auto is_waiting = [&](std::uint32_t row) { return once(row, state_of(row) == Storage::k_waiting); };
  if (!has_changed || !read(s.free_rows, is_free) || !read(s.waiting, is_waiting) ||
      !read(s.waiting_longer, is_waiting)) {
    return failure();
  }
  for (const std::uint32_t row : s.waiting_longer) has_ended_[row] = 1;
  // The order of half-spaces does not matter.
  Buffer<std::uint32_t>& half_spaces = s.members[Storage::k_unbounded_list];
  for (std::uint32_t row = 0; row < row_count_; ++row) {
    if (!is_live(row) || s.list_of(row) != Storage::k_unbounded_list) continue;
    seen[row] = 1;
    s.places[row] = static_cast<std::uint32_t>(half_spaces.size());
    if (!half_spaces.push(row)) return Status::out_of_memory;
  }
  for (std::uint32_t row = 0; row < row_count_; ++row) {
    // Only a row whose generations are used up is neither in use nor in a list.
    if (seen[row] == 0 && state_of(row) != 0) return k_damaged;
  }
  s.count_rows();
  return Status::ok;
}

/// Reads a sorted list, whose rows pass `accepts`. @param may_repeat a pair may follow itself.
template <class Accepts>
Status Restoration::read_pair_list(Buffer<RowPair>& out, bool may_repeat, Accepts accepts) {
  if (!in_.get_list(out)) return Status::out_of_memory;
  if (in_.failed()) return k_damaged;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const RowPair pair = out[i];
    if (pair.a >= pair.b || !accepts(pair.a) || !accepts(pair.b)) return k_damaged;
    if (i > 0 && !(out[i - 1] < pair) && !(may_repeat && out[i - 1] == pair)) return k_damaged;
  }
  return Status::ok;
}

Status Restoration::read_points(std::size_t contacts) {
  // Count the points before making room for them.
  ByteReader ahead = in_;
  std::size_t count = 0;
  for (std::size_t i = 0; i < contacts; ++i) {
    const auto record = ahead.get<ContactPointsRecord>();
    if (ahead.failed() || record.count < 1 || record.count > 4 || record.padding != 0) return k_damaged;
    count += record.count;
  }
  ContactPoints& out = impl().shown.points;
  if (!out.reserve_exactly(contacts, count)) return Status::out_of_memory;
  out.resize(contacts);
  for (std::size_t i = 0; i < contacts; ++i) out.set(i, in_.get<ContactPointsRecord>());
  return Status::ok;
}

Status Restoration::read_pairs() {
  Storage& s = storage();
  ContactLists& shown = impl().shown;
  Buffer<RowPair> ignored;
  for (Buffer<RowPair>* list : {&ignored, &shown.touching, &shown.began, &shown.ended, &shown.pairs}) {
    const Status status = read_pair_list(*list, list == &shown.pairs, [&](std::uint32_t row) {
      return list == &ignored ? is_live(row) : list == &shown.ended ? may_end(row) : may_touch(row);
    });
    if (status != Status::ok) return status;
  }
  for (const RowPair pair : ignored) {
    if ((s.flags[pair.a] & s.flags[pair.b] & Storage::k_ignores) == 0) return k_damaged;
    if (!s.ignored.insert(pair.a, pair.b)) return Status::out_of_memory;
  }
  const std::size_t contacts = shown.pairs.size();
  if (!in_.get_into(shown.normals, 4 * contacts)) return Status::out_of_memory;
  const Status points = read_points(contacts);
  if (points != Status::ok) return points;
  if (!in_.get_into(shown.features, contacts)) return Status::out_of_memory;
  if (in_.failed()) return k_damaged;
  // The next update keeps the contacts of touching pairs, and counts on there being no others.
  const RowPair* touching = shown.touching.begin();
  bool has_features = false;
  for (std::size_t i = 0; i < contacts; ++i) {
    while (touching != shown.touching.end() && *touching < shown.pairs[i]) ++touching;
    if (touching == shown.touching.end() || !(*touching == shown.pairs[i])) return k_damaged;
    const PairFeatures& features = shown.features[i];
    if (!is_part(shown.pairs[i].a, features.part_a, features.triangle_a) ||
        !is_part(shown.pairs[i].b, features.part_b, features.triangle_b)) {
      return k_damaged;
    }
    if (i > 0 && shown.pairs[i - 1] == shown.pairs[i] && !is_before(shown.features[i - 1], features)) return k_damaged;
    has_features = has_features || !(features == PairFeatures{});
  }
  if (!has_features) shown.features.release();
  return Status::ok;
}

Status Restoration::read_continuous() {
  ContinuousColliders& continuous = impl().continuous;
  const auto count = in_.get<std::uint32_t>();
  if (in_.failed() || count > storage().size || count > in_.left() / sizeof(std::uint32_t)) return k_damaged;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto row = in_.get<std::uint32_t>();
    if (!is_live(row) || continuous.contains(row)) return k_damaged;
    if (!continuous.add(row, storage().capacity)) return Status::out_of_memory;
  }
  return Status::ok;
}

/// Start poses: at most one a row.
Status Restoration::read_starts(StartPoses& starts, bool of_changed_rows) {
  Buffer<std::uint32_t> rows;
  if (!in_.get_list(rows)) return Status::out_of_memory;
  if (in_.failed() || rows.size() > storage().size) return k_damaged;
  if (!starts.reserve(storage().capacity, rows.size())) return Status::out_of_memory;
  for (const std::uint32_t row : rows) {
    StartPoses::Start start;
    in_.get_array(std::span<double>(start.position));
    in_.get_array(std::span<float>(start.rotation));
    if (in_.failed() || !is_live(row) || !storage().takes_part(row) ||
        (of_changed_rows && storage().changed[row] == 0) || starts.contains(row) ||
        !check_pose(to_pose(start.position, start.rotation)).ok()) {
      return k_damaged;
    }
    starts.add(row, start);
  }
  return Status::ok;
}

Status Restoration::read_impacts() {
  Buffer<SweptImpact>& impacts = impl().shown.impacts;
  if (!in_.get_list(impacts)) return Status::out_of_memory;
  if (in_.failed()) return k_damaged;
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    const SweptImpact& impact = impacts[i];
    const bool in_order = i == 0 || impacts[i - 1].time <= impact.time;
    if (!(impact.time >= 0.0 && impact.time <= 1.0) || !in_order || !is_finite(impact.point) ||
        !is_finite(impact.normal) || impact.a == impact.b || !may_touch(impact.a) || !may_touch(impact.b)) {
      return k_damaged;
    }
  }
  return Status::ok;
}

void Restoration::finish() {
  Storage& s = storage();
  set_reported(s, impl().shown, true);
  for (const int list : {0, 1, Storage::k_unbounded_list}) {
    compute_bounds(s, s.members[list].span(), impl().origin);
  }
  impl().trees.mark_all();
}

void OwnedShapesDeleter::operator()(Shape* shapes) const {
  for (std::uint32_t i = 0; i < count; ++i) free_data(shapes[i]);
  hyperplane_release(shapes);
}

Result<RestoredWorld> restore_world(std::span<const std::byte> bytes, const RestoreOptions& options) {
  using Restored = Result<RestoredWorld>;
  ByteReader in(bytes);
  const auto header = in.get<SnapshotHeader>();
  if (in.failed() || header.magic != k_snapshot_magic) {
    return Restored::failure(Status::invalid_argument, "the bytes are not a snapshot of a world");
  }
  if (header.version != k_snapshot_version) {
    return Restored::failure(Status::invalid_argument, "the snapshot was written by another version of hyperplane");
  }
  Restored result;
  result.status = Status::invalid_argument;
  if (header.padding == 0 && header.length == bytes.size() &&
      header.checksum == snapshot_checksum(bytes.subspan(sizeof header))) {
    result.status = Restoration(bytes, options).run(result.value);
  }
  if (result.status == Status::invalid_argument) {
    const bool has_all = std::all_of(std::begin(result.value.missing), std::end(result.value.missing),
                                     [](std::uint32_t count) { return count == 0; });
    result.message = has_all ? "the snapshot is damaged or incomplete" : "shapes that the snapshot names are missing";
  }
  if (result.status == Status::out_of_memory) result.message = "out of memory while restoring a snapshot";
  return result;
}

}  // namespace hyperplane
