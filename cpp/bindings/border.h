#pragma once

#include <cstddef>
#include <utility>

/// Numbers that JavaScript uses, too: where a member of a record lies, limits, the values of enumerations. They are
/// stated here alone. border.cpp is a module of its own, from whose memory tools/lib/border.js writes constants of
/// TypeScript as the package is built.

namespace hyperplane::bindings {

struct BorderNumber {
  /// "contact.normal" becomes CONTACT_NORMAL; "Status:stale_handle" becomes Status.staleHandle.
  const char* name;
  double value;
};

/// Exports a table, which ends with a number without a name.
#define HYPERPLANE_BORDER(table) \
  extern "C" [[clang::export_name(#table)]] const BorderNumber* table() { return k_##table; }

/// Where a member lies in a record: an index into a view whose elements are as wide as the member's alignment.
#define HYPERPLANE_PLACE(prefix, record, member) \
  {prefix #member, double(offsetof(record, member) / alignof(decltype(std::declval<record>().member)))}
#define HYPERPLANE_ENUMERATOR(enumeration, name) {#enumeration ":" #name, double(enumeration::name)}

}  // namespace hyperplane::bindings
