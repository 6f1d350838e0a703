#include "decompose/decomposition.h"

#include "core/hash.h"
#include "core/memory.h"
#include "decompose/bodies.h"
#include "decompose/tolerances.h"
#include "hull/hull.h"
#include "hull/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Pieces in the search for each permitted part: merging finds better parts among more pieces.
constexpr std::uint32_t k_pieces_a_part = 2, k_more_pieces = 8;

/// Added share of the greatest coordinate, without which hulls far from the origin would count as flat; and the least
/// permitted depth then: parts may grow twice, here and as hulls of the user's coordinates.
constexpr double k_noise_thickness = 2.0 * k_hull_least_height * k_hull_coordinate_noise;
constexpr double k_noise_depth = 3.0 * k_noise_thickness;

/// Lattice points in a piece's bounds.
constexpr std::uint32_t k_sample_count = 3000;

/// Attempts to reach the permitted number of parts with more depth, the ratio of the depths of a failed and a
/// successful attempt that ends the search, and the least raise.
constexpr int k_most_attempts = 7;
constexpr double k_close_depths = 1.04, k_least_raise = 1.1;

/// Boxes to decide whether a piece fits, and the tolerance of its depth, as a share of the permitted one.
constexpr std::uint32_t k_piece_boxes = 6000;
constexpr double k_piece_tolerance = 0.5;
/// The same for the error that is reported.
constexpr std::uint32_t k_final_boxes = 60000;
/// Vertices from which a hull is simplified in two steps: the second takes 0.1 s for 50,000.
constexpr std::uint32_t k_large_hull = 4096;

/// Number of connected parts of a piece's surface from which it is not split into them.
constexpr std::uint32_t k_most_separate = 12;

/// Work of a box, a lattice point and a candidate plane, microseconds.
constexpr std::uint32_t k_box_work = 4, k_sample_work = 6, k_plane_work = 1500, k_other_work = 2000;
/// Work of comparing a vertex with a part.
constexpr std::uint32_t k_compare_work = 2;

/// Added work of a box against the polytope around a ball.
constexpr std::uint32_t k_fit_work = 2;

/// Planes of a hull compared with a point in a microsecond.
constexpr std::size_t k_planes_a_microsecond = 256;

/// Work of one box or lattice point against a hull.
std::uint32_t work_beside(const Polytope& hull, std::uint32_t work) {
  return work + static_cast<std::uint32_t>(hull.planes().size() / k_planes_a_microsecond);
}

const char* message_of(Status status) {
  if (status == Status::degenerate_shape) return "no triangle of the model has an area";
  if (status == Status::invalid_argument) return "the model is more than 1e9 m across";
  return "no memory for the decomposition";
}

constexpr std::uint32_t count_within(std::uint32_t work, std::uint32_t each) {
  const std::uint32_t count = work / each;
  return count < 1 ? 1 : count;
}

}  // namespace

Decomposition::~Decomposition() {
  for (Buffer<Piece*>* const pieces : {&pieces_, &cut_, &joined_, &best_, &separate_}) destroy_all(*pieces);
}

Status Decomposition::start(std::span<const double> vertices, std::span<const std::uint32_t> indices,
                            const DecomposeOptions& options) {
  options_ = options;
  most_pieces_ = k_pieces_a_part * options.max_parts + k_more_pieces;
  if (!input_.assign(vertices) || !indices_.assign(indices)) {
    return Status::out_of_memory;
  }
  return preparation_.start(input_.span(), model_, most_pieces_);
}

/// Sets members that depend on the model's size.
void Decomposition::end_preparation() {
  preparation_ = {};
  input_.release();
  indices_.release();
  const double diagonal = model_.diagonal, noise = max_component(abs(model_.centre)) * (1.0 / model_.scale);
  thickness_ =
      diagonal * greater(k_least_thickness, lesser(k_sheet_thickness, k_sheet_error_share * options_.max_error)) +
      k_noise_thickness * noise;
  // No division makes parts of sheets thinner.
  max_depth_ = greater(lesser(options_.max_error, 1.0) * diagonal, k_noise_depth * noise);
  stage_ = Stage::start_solid;
}

Status Decomposition::build_solid() {
  const Solid::Source source{model_.surface, model_.closed.span(), model_.is_watertight,
                             model_.body_count > 1 ? model_.bodies.span() : std::span<std::uint32_t>{}};
  const bool is_started = stage_ == Stage::solid;
  const Status status = is_started ? solid_.step(source) : solid_.start(source);
  stage_ = solid_.is_built() ? Stage::bodies : Stage::solid;
  return status;
}

/// A piece a body, or one for all if there are too many.
Status Decomposition::add_bodies() {
  if (make_bodies(model_, model_.body_count <= most_pieces_, pieces_) != Status::ok) return Status::out_of_memory;
  first_pieces_ = static_cast<std::uint32_t>(pieces_.size());
  stage_ = Stage::measure;
  return Status::ok;
}

Status Decomposition::choose_piece() {
  std::size_t deepest = pieces_.size();
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (pieces_[i]->depth > max_depth_ && (deepest == pieces_.size() || pieces_[i]->depth > pieces_[deepest]->depth)) {
      deepest = i;
    }
  }
  if (deepest == pieces_.size() || pieces_.size() >= most_pieces_) {
    for (Piece* const piece : pieces_) piece->keep_hull();
    joining_depth_ = low_depth_ = max_depth_;
    stage_ = Stage::merge;
    return start_joining();
  }
  chosen_ = deepest;
  samples_.start(pieces_[chosen_]->hull, k_sample_count);
  stage_ = Stage::sample;
  return Status::ok;
}

/// Moves the chosen piece to the list of cut ones, which has room.
void Decomposition::retire_chosen() {
  Piece* const piece = pieces_[chosen_];
  piece->keep_hull();
  cut_.push_unchecked(piece);
  for (std::size_t i = chosen_; i + 1 < pieces_.size(); ++i) pieces_[i] = pieces_[i + 1];
  pieces_.pop();
  at_ = pieces_.size();
}

/// Starts with the largest pieces that fit, whether they were cut or not.
Status Decomposition::start_joining() {
  ++attempts_;
  destroy_all(joined_);
  Buffer<const Piece*> chosen;
  Buffer<std::uint64_t> keys;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece* const piece = pieces_[i];
    const Piece* largest = piece;
    for (const Piece* at = piece->parent; at != nullptr; at = at->parent) {
      if (at->depth <= joining_depth_) largest = at;
    }
    std::size_t at = 0;
    while (at < chosen.size() && chosen[at] != largest) ++at;
    if (at == chosen.size() && (!chosen.push(largest) || !keys.push(0))) return Status::out_of_memory;
    Hash hash;
    hash.add(std::uint64_t{i});
    keys[at] ^= hash.value();
  }
  if (!joined_.reserve(chosen.size())) return Status::out_of_memory;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const Piece* const piece = chosen[i];
    Piece* const copy = make_object<Piece>();
    if (copy == nullptr) return Status::out_of_memory;
    joined_.push_unchecked(copy);
    copy->body = piece->body;
    copy->depth = piece->depth;
    copy->key = keys[i];
    if (copy->hull.copy_from(piece->hull) != Status::ok) return Status::out_of_memory;
  }
  const bool is_last = attempts_ == k_most_attempts && best_.empty();
  return merging_.start(joined_, {joining_depth_, thickness_, options_.max_parts, is_last});
}

/// Accepts the result if it has few enough parts, and searches for the least depth with that property.
Status Decomposition::judge_joining() {
  if (joined_.size() <= options_.max_parts) {
    destroy_all(best_);
    best_.swap(joined_);
    high_depth_ = joining_depth_;
  } else {
    low_depth_ = joining_depth_;
  }
  const bool is_close = !best_.empty() && high_depth_ <= k_close_depths * low_depth_;
  if (is_close || attempts_ == k_most_attempts) {
    at_ = 0;
    stage_ = Stage::finish;
    return Status::ok;
  }
  if (!best_.empty()) {
    joining_depth_ = 0.5 * (low_depth_ + high_depth_);
  } else {
    // The number of patches of a shell is inversely proportional to the depth.
    const double excess = static_cast<double>(joined_.size()) / options_.max_parts;
    joining_depth_ = greater(low_depth_ * greater(k_least_raise, lesser(excess, 2.0)), k_least_tolerance);
  }
  return start_joining();
}

/// Finds the connected parts of the chosen piece's surface, unless they cannot replace it.
Status Decomposition::find_separate_parts() {
  stage_ = Stage::separate;
  at_ = 0;
  Piece& piece = *pieces_[chosen_];
  if (!piece.inner_corners.empty()) return Status::ok;
  Buffer<std::uint32_t> parts, numbers;
  const Result<std::uint32_t> found = find_parts(piece.surface, parts);
  if (!found.ok()) return found.status;
  const std::uint32_t count = found.value;
  if (count < 2 || count > k_most_separate || pieces_.size() + count - 1 > most_pieces_) return Status::ok;
  constexpr std::uint32_t k_none = 0xffffffff;
  if (!numbers.resize(piece.surface.points.size(), k_none) || !separate_.reserve(count)) return Status::out_of_memory;
  for (std::uint32_t i = 0; i < count; ++i) {
    Piece* const part = make_object<Piece>();
    if (part == nullptr) return Status::out_of_memory;
    separate_.push_unchecked(part);
    if (!part->cell.assign(piece.cell.span())) return Status::out_of_memory;
    part->body = piece.body;
    part->parent = &piece;
  }
  for (std::uint32_t t = 0; t < piece.surface.size(); ++t) {
    Piece& part = *separate_[parts[t]];
    if (!part.closed.push(piece.closed[t])) return Status::out_of_memory;
    for (std::size_t k = 3 * std::size_t{t}; k < 3 * std::size_t{t} + 3; ++k) {
      std::uint32_t& number = numbers[piece.surface.corners[k]];
      if (number == k_none) {
        number = static_cast<std::uint32_t>(part.surface.points.size());
        if (!part.surface.points.push(piece.surface.points[piece.surface.corners[k]])) return Status::out_of_memory;
      }
      if (!part.surface.corners.push(number)) return Status::out_of_memory;
    }
  }
  return separate_[0]->start_hull(hull_, thickness_);
}

/// Whether nothing solid lies between the separate parts. Of the two sides of a wall, the hull of one contains or
/// crosses the other.
bool Decomposition::are_apart() const {
  for (std::size_t i = 1; i < separate_.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Polytope &a = separate_[i]->hull, &b = separate_[k]->hull;
      if (!a.has_plane_below(b) && !b.has_plane_below(a)) return false;
    }
  }
  for (const Vec3& point : samples_.enclosed()) {
    bool is_held = false;
    for (std::size_t i = 0; i < separate_.size() && !is_held; ++i)
      is_held = separate_[i]->hull.contains(point, k_held_margin);
    if (!is_held) return false;
  }
  return true;
}

/// Splits a piece whose surface has several connected parts with nothing solid between them, such as the legs of a
/// table below its top.
Status Decomposition::separate_parts() {
  if (!hull_.is_done()) return hull_.step(separate_[at_]->hull);
  if (at_ < separate_.size()) ++at_;
  if (at_ < separate_.size()) return separate_[at_]->start_hull(hull_, thickness_);
  stage_ = Stage::prepare;
  if (separate_.empty() || !are_apart()) {
    destroy_all(separate_);
    return Status::ok;
  }
  const Piece& piece = *pieces_[chosen_];
  for (Piece* const part : separate_) {
    for (const ConcaveEdge& edge : piece.edges) {
      if (part->hull.contains((edge.a + edge.b) * 0.5, k_on_plane) && !part->edges.push(edge)) {
        return Status::out_of_memory;
      }
    }
  }
  if (!pieces_.reserve(pieces_.size() + separate_.size()) || !cut_.reserve(cut_.size() + 1)) {
    return Status::out_of_memory;
  }
  retire_chosen();
  for (Piece* const part : separate_) pieces_.push_unchecked(part);
  separate_.clear();
  stage_ = Stage::measure;
  return Status::ok;
}

Status Decomposition::cut_chosen() {
  Piece* const piece = pieces_[chosen_];
  Piece* const below = make_object<Piece>();
  Piece* const above = make_object<Piece>();
  const bool ok = below != nullptr && above != nullptr && pieces_.reserve(pieces_.size() + 1) &&
                  cut_.reserve(cut_.size() + 1) &&
                  cut_piece(*piece, search_.plane(), solid_, *below, *above) == Status::ok;
  const bool is_cut = ok && below->surface.points.size() + below->inner_corners.size() > 0 &&
                      above->surface.points.size() + above->inner_corners.size() > 0;
  if (!is_cut) {
    destroy_object(below);
    destroy_object(above);
    piece->depth = 0.0;  // stays as it is
    return ok ? Status::ok : Status::out_of_memory;
  }
  below->parent = above->parent = piece;
  retire_chosen();
  pieces_.push_unchecked(below);
  pieces_.push_unchecked(above);
  return Status::ok;
}

/// Emits the next part as the primitive found, in the user's frame, or as its hull.
void Decomposition::take_shape() {
  PartShape shape = fit_.shape();
  bool is_found = shape.type != ShapeType::convex_hull;
  for (double& parameter : shape.parameters) {
    parameter *= model_.scale;
    is_found = is_found && (parameter == 0.0 || parameter >= k_min_shape_size) && parameter <= k_max_shape_size;
  }
  best_[at_]->depth = is_found ? fit_.error() : part_error_;
  error_ = greater(error_, best_[at_]->depth);
  if (is_found) {
    shape.pose.position = model_.centre + shape.pose.position * model_.scale;
    parts_[at_].shape = shape;
  }
  ++at_;
}

double Decomposition::final_tolerance() const { return greater(k_final_tolerance * max_depth_, k_least_tolerance); }

/// Builds a hull in the user's frame, within the limits of a hull. @param growth on each side along each axis.
Result<HullPtr> Decomposition::build_users_hull(std::span<const Vec3> vertices, double growth) const {
  Buffer<Vec3> points;
  if (!points.reserve((growth > 0.0 ? 6 : 1) * vertices.size())) {
    return Result<HullPtr>::failure(Status::out_of_memory, "");
  }
  const auto add = [&](const Vec3& v) {
    const Vec3 most{k_most_reach, k_most_reach, k_most_reach};
    points.push_unchecked(model_.centre + max(-most, min(most, v * model_.scale)));
  };
  for (const Vec3& v : vertices) {
    if (growth == 0.0) add(v);
    for (int axis = 0; growth > 0.0 && axis < 3; ++axis) {
      add(v + unit_axis(axis) * growth);
      add(v - unit_axis(axis) * growth);
    }
  }
  return build_hull({reinterpret_cast<const double*>(points.data()), 3 * points.size()}, options_.max_vertices);
}

/// Computes the part's vertices for the user.
Status Decomposition::finish_part() {
  const Polytope& full = best_[at_]->hull;
  const bool is_large = full.vertices().size() > k_large_hull && options_.max_vertices < k_large_hull;
  if (is_large && part_hull_.build(full.vertices(), thickness_, k_large_hull) != Status::ok) {
    return Status::out_of_memory;
  }
  const std::span<const Vec3> vertices = is_large ? part_hull_.vertices() : full.vertices();
  Result<HullPtr> hull = build_users_hull(vertices, 0.0);
  if (hull.status == Status::degenerate_shape) {
    // Also wide enough for a shape.
    hull = build_users_hull(vertices, greater(thickness_, 0.5 * k_min_shape_size / model_.scale));
  }
  if (!hull.ok()) return Status::out_of_memory;
  Buffer<Vec3> points;
  if (!points.reserve(hull.value->vertices().size())) return Status::out_of_memory;
  const auto begin = static_cast<std::uint32_t>(vertices_.size());
  for (const Vec3& v : hull.value->vertices()) {
    points.push_unchecked((v - model_.centre) * (1.0 / model_.scale));
    if (!vertices_.push(v)) return Status::out_of_memory;
  }
  if (!parts_.push({begin, static_cast<std::uint32_t>(vertices_.size()), {}})) return Status::out_of_memory;
  if (part_hull_.build(points.span(), thickness_) != Status::ok) return Status::out_of_memory;
  part_error_ = 0.0;
  vertex_at_ = 0;
  stage_ = Stage::compare;
  return Status::ok;
}

/// Measures how far the full hull exceeds the part, then the depth of the part.
Status Decomposition::compare_part(std::uint32_t count) {
  const std::span<const Vec3> vertices = best_[at_]->hull.vertices();
  for (; count > 0 && vertex_at_ < vertices.size(); --count, ++vertex_at_) {
    part_error_ = greater(part_error_, part_hull_.distance(vertices[vertex_at_]));
  }
  if (vertex_at_ < vertices.size()) return Status::ok;
  // A depth below the error so far changes nothing, unless a primitive may replace the part.
  const double enough = options_.primitives ? 0.0 : greater(error_, part_error_);
  const VoidDepth::Goal goal{enough, 1e300, final_tolerance(), k_final_boxes};
  stage_ = Stage::verify;
  return depth_.start(part_hull_, solid_, goal);
}

/// Called when all parts are finished: ends, or divides the model anew if the error exceeds the permitted one.
Status Decomposition::judge_parts() {
  if (!is_relaxed_ && error_ > max_depth_ && Relaxation::can_start(best_, options_.max_parts)) {
    is_relaxed_ = true;
    cut_parts_.swap(parts_);
    cut_vertices_.swap(vertices_);
    cut_error_ = error_;
    stage_ = Stage::relax;
    return relaxation_.start(model_, best_, {options_.max_parts, max_depth_}, model_.body_count <= most_pieces_);
  }
  if (is_relaxed_ && error_ >= cut_error_) {
    parts_.swap(cut_parts_);
    vertices_.swap(cut_vertices_);
    error_ = cut_error_;
  }
  error_ = error_ / model_.diagonal + k_error_rounding;
  stage_ = Stage::done;
  return Status::ok;
}

/// Finishes the parts of the relaxation if they are likely to be better.
Status Decomposition::take_relaxed() {
  destroy_all(best_);
  at_ = 0;
  error_ = cut_error_;
  stage_ = Stage::finish;
  if (relaxation_.depth() < cut_error_) {
    error_ = 0.0;
    if (!relaxation_.take_parts(best_)) return Status::out_of_memory;
  }
  return Status::ok;
}

Status Decomposition::measure_piece() {
  if (at_ == pieces_.size()) {
    stage_ = Stage::choose;
    return Status::ok;
  }
  if (!hull_.is_done()) return hull_.step(pieces_[at_]->hull);
  if (pieces_[at_]->hull.vertices().empty()) return pieces_[at_]->start_hull(hull_, thickness_);
  const VoidDepth::Goal goal{max_depth_, 1e300, k_piece_tolerance * max_depth_, k_piece_boxes};
  if (!is_measuring_ && depth_.start(pieces_[at_]->hull, solid_, goal) != Status::ok) return Status::out_of_memory;
  is_measuring_ = true;
  return Status::ok;
}

Status Decomposition::step(std::uint32_t& work) {
  const auto spend = [&](std::uint32_t cost) { work = work > cost ? work - cost : 0; };
  switch (stage_) {
    case Stage::model:
      work = 0;
      if (const Status status = preparation_.step(input_.span(), indices_.span(), model_); status != Status::ok) {
        return status;
      }
      if (preparation_.is_done()) end_preparation();
      return Status::ok;
    case Stage::start_solid:
    case Stage::solid:
      work = 0;
      return build_solid();
    case Stage::bodies:
      work = 0;
      return add_bodies();
    case Stage::measure: {
      if (measure_piece() != Status::ok) return Status::out_of_memory;
      if (!is_measuring_) {
        spend(k_other_work);
        return Status::ok;
      }
      const std::uint32_t each = work_beside(pieces_[at_]->hull, k_box_work), boxes = count_within(work, each);
      spend(boxes * each);
      if (depth_.step(pieces_[at_]->hull, solid_, boxes) != Status::ok) return Status::out_of_memory;
      if (!depth_.is_done()) return Status::ok;
      pieces_[at_++]->depth = depth_.upper();
      is_measuring_ = false;
      return Status::ok;
    }
    case Stage::choose:
      spend(k_other_work);
      return choose_piece();
    case Stage::sample: {
      const Piece& piece = *pieces_[chosen_];
      const std::uint32_t each = work_beside(piece.hull, k_sample_work), count = count_within(work, each);
      spend(count * each);
      if (samples_.step(piece.hull, solid_, count) != Status::ok) return Status::out_of_memory;
      if (samples_.is_done()) stage_ = Stage::find_separate;
      return Status::ok;
    }
    case Stage::find_separate:
      spend(k_other_work);
      return find_separate_parts();
    case Stage::separate:
      spend(k_other_work);
      return separate_parts();
    case Stage::prepare:
      spend(k_other_work);
      stage_ = Stage::simplify;
      return search_.start(*pieces_[chosen_], samples_);
    case Stage::simplify:
      spend(k_other_work);
      stage_ = Stage::search;
      return search_.simplify(pieces_[chosen_]->surface);
    case Stage::search:
      spend(k_plane_work);
      if (!search_.is_done()) return search_.step(*pieces_[chosen_], samples_, solid_, thickness_);
      stage_ = Stage::measure;
      if (search_.has_plane()) return cut_chosen();
      pieces_[chosen_]->depth = 0.0;  // stays as it is
      return Status::ok;
    case Stage::merge:
      spend(k_other_work);
      if (merging_.step(joined_, solid_) != Status::ok) return Status::out_of_memory;
      return merging_.is_done() ? judge_joining() : Status::ok;
    case Stage::finish:
      spend(k_other_work);
      if (at_ < best_.size()) return finish_part();
      return judge_parts();
    case Stage::relax:
      spend(k_other_work);
      if (relaxation_.step(solid_, thickness_) != Status::ok) return Status::out_of_memory;
      return relaxation_.is_done() ? take_relaxed() : Status::ok;
    case Stage::compare: {
      const std::uint32_t each = work_beside(part_hull_, k_compare_work), count = count_within(work, each);
      spend(count * each);
      return compare_part(count);
    }
    case Stage::fit: {
      if (fit_.is_done()) {
        take_shape();
        stage_ = Stage::finish;
        return Status::ok;
      }
      const std::uint32_t each = k_box_work + k_fit_work, boxes = count_within(work, each);
      spend(boxes * each);
      return fit_.step(solid_, boxes);
    }
    case Stage::verify: {
      const std::uint32_t boxes = count_within(work, k_box_work);
      spend(boxes * k_box_work);
      if (depth_.step(part_hull_, solid_, boxes) != Status::ok) return Status::out_of_memory;
      if (!depth_.is_done()) return Status::ok;
      part_error_ = greater(part_error_, depth_.upper());
      if (options_.primitives) {
        stage_ = Stage::fit;
        const Polytope& full = best_[at_]->hull;
        const bool is_known = full.vertices().size() == part_hull_.vertices().size();
        return fit_.start(full, is_known ? depth_.upper() : -1.0, max_depth_, final_tolerance());
      }
      error_ = greater(error_, part_error_);
      best_[at_]->depth = part_error_;
      ++at_;
      stage_ = Stage::finish;
      return Status::ok;
    }
    case Stage::done:
      return Status::ok;
  }
  return Status::ok;
}

double Decomposition::share_done() const {
  const auto share = [](std::size_t part, std::size_t whole) {
    return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  switch (stage_) {
    case Stage::model:
      return 0.0;
    case Stage::start_solid:
    case Stage::solid:
      return 0.01;
    case Stage::bodies:
      return 0.02;
    case Stage::merge:
      return 0.74 + 0.11 * share(static_cast<std::size_t>(attempts_ - 1), k_most_attempts);
    case Stage::fit:
    case Stage::finish:
    case Stage::compare:
    case Stage::verify:
      return (is_relaxed_ ? 0.95 : 0.85) + 0.049 * share(at_, best_.size());
    case Stage::relax:
      return 0.9 + 0.05 * relaxation_.share_done();
    case Stage::done:
      return 1.0;
    default:
      return 0.04 + 0.7 * share(pieces_.size() - first_pieces_, most_pieces_ - first_pieces_);
  }
}

Result<double> Decomposition::advance(std::uint32_t work) {
  do {
    const Status status = step(work);
    if (status != Status::ok) return Result<double>::failure(status, message_of(status));
  } while (work > 0 && stage_ != Stage::done);
  share_ = greater(share_, share_done());
  return {Status::ok, share_, ""};
}

}  // namespace hyperplane
