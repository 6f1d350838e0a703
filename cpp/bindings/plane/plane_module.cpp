#include <emscripten/bind.h>

#include "../address.h"
#include "core/buffer.h"
#include "plane_world_store.h"

/// Records, and the list of numbers.

namespace hyperplane::bindings {

alignas(PlaneRecords) unsigned char plane_record_bytes[sizeof(PlaneRecords)];

namespace {

constinit Buffer<double> number_list;

constexpr double k_record_numbers[] = {
    sizeof(PlaneRecords),
    offsetof(PlaneRecords, fault),
    offsetof(PlaneRecords, report),
    offsetof(PlaneRecords, poses),
    offsetof(PlaneRecords, vectors),
    offsetof(PlaneRecords, results),
    offsetof(PlaneRecords, parts),
    offsetof(PlaneRecords, block_shapes),
    offsetof(PlaneRecords, block_poses),
    offsetof(PlaneRecords, block_answers),
    offsetof(PlaneRecords, block_verdicts),
    offsetof(PlaneWorldRecord, positions),
    offsetof(PlaneWorldRecord, angles),
    offsetof(PlaneWorldRecord, capacity),
    offsetof(PlaneWorldRecord, size),
    offsetof(PlaneWorldRecord, contact_count),
    offsetof(PlaneWorldRecord, pairs),
    offsetof(PlaneWorldRecord, normals),
    offsetof(PlaneWorldRecord, points),
    offsetof(PlaneWorldRecord, began_count),
    offsetof(PlaneWorldRecord, began),
    offsetof(PlaneWorldRecord, ended_count),
    offsetof(PlaneWorldRecord, ended),
    offsetof(PlaneWorldRecord, touching_count),
    offsetof(PlaneWorldRecord, touching),
    offsetof(PlaneWorldRecord, candidate_count),
    offsetof(PlaneWorldRecord, broad_phase),
    offsetof(PlaneWorldRecord, timings),
    offsetof(PlaneWorldRecord, impact_count),
    offsetof(PlaneWorldRecord, impacts),
    sizeof(plane::SweptImpact),
    offsetof(plane::SweptImpact, time),
    offsetof(plane::SweptImpact, point),
    offsetof(plane::SweptImpact, normal),
    offsetof(plane::SweptImpact, a),
    sizeof(plane::ContactPointsRecord),
    offsetof(plane::ContactPointsRecord, points),
    offsetof(plane::ContactPointsRecord, count),
    offsetof(plane::ContactPointsRecord, ids),
    offsetof(plane::ContactPointsRecord, part_a),
    k_plane_block_pairs,
    k_plane_block_rays,
    k_plane_fault,
    k_no_plane_item,
    k_no_plane_row,
    plane::k_min_size,
    plane::k_max_size,
    plane::k_max_position,
    plane::k_max_angle,
    plane::k_max_polygon_points,
    plane::k_max_compound_parts,
    static_cast<double>(Status::ok),
    static_cast<double>(Status::invalid_argument),
    static_cast<double>(Status::degenerate_shape),
    static_cast<double>(Status::out_of_memory),
    static_cast<double>(Status::stale_handle),
    static_cast<double>(plane::ShapeType::circle),
    static_cast<double>(plane::ShapeType::rectangle),
    static_cast<double>(plane::ShapeType::capsule),
    static_cast<double>(plane::ShapeType::ellipse),
    static_cast<double>(plane::ShapeType::segment),
    static_cast<double>(plane::ShapeType::convex_polygon),
    static_cast<double>(plane::ShapeType::polygon),
    static_cast<double>(plane::ShapeType::chain),
    static_cast<double>(plane::ShapeType::compound),
    static_cast<double>(plane::BroadPhase::automatic),
    static_cast<double>(plane::BroadPhase::sweep_and_prune),
    static_cast<double>(plane::BroadPhase::bvh),
    static_cast<double>(plane::BroadPhase::brute_force),
    k_plane_static,
    k_plane_sensor,
    k_plane_continuous,
    k_plane_known,
    k_plane_live,
    k_plane_disabled,
};
constexpr std::uint32_t k_record_number_count = sizeof(k_record_numbers) / sizeof(k_record_numbers[0]);

std::uint32_t record_address() { return address_of(&plane_records()); }
std::uint32_t record_number_count() { return k_record_number_count; }
/// @return 0 past the end.
double record_number(std::uint32_t i) { return i < k_record_number_count ? k_record_numbers[i] : 0.0; }

/// Makes a list for JavaScript to write to. @return 0, or k_plane_fault.
std::uint32_t reserve_report(std::uint32_t count) {
  return make_plane_report(count) == nullptr && count > 0 ? k_plane_fault : 0;
}

}  // namespace

std::uint32_t report_plane_fault(Status status, PlaneArgument argument, const char* message, std::uint32_t item) {
  plane_records().fault = {static_cast<std::uint32_t>(status), static_cast<std::uint32_t>(argument), item,
                           address_of(message)};
  return k_plane_fault;
}

bool accept_plane_pose(const plane::Pose& pose, PlaneArgument argument, std::uint32_t item) {
  const Result<bool> result = plane::check_pose(pose);
  if (!result.ok()) report_plane_fault(result.status, argument, result.message, item);
  return result.ok();
}

std::span<double> plane_list() { return number_list.span(); }

void release_plane_report() {
  number_list.release();
  plane_records().report = {};
}

double* make_plane_report(std::size_t count) {
  release_plane_report();
  if (!number_list.resize_uninitialized(count)) {
    report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for a list of numbers");
    return nullptr;
  }
  plane_records().report = {address_of(number_list.data()), static_cast<std::uint32_t>(count)};
  return number_list.data();
}

EMSCRIPTEN_BINDINGS(hyperplane_plane_module) {
  emscripten::function("recordAddress", &record_address);
  emscripten::function("recordNumberCount", &record_number_count);
  emscripten::function("recordNumber", &record_number);
  emscripten::function("reserveReport", &reserve_report);
  emscripten::function("releaseReport", &release_plane_report);
}

}  // namespace hyperplane::bindings
