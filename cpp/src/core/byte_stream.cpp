#include "core/byte_stream.h"

namespace hyperplane {

void ByteWriter::put_bytes(std::span<const std::byte> bytes) {
  if (!room_.empty() && !bytes.empty()) std::memcpy(room_.data() + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
}

void ByteReader::get_bytes(std::span<std::byte> bytes) {
  if (failed_ || rest_.size() < bytes.size()) {
    failed_ = true;
    return;
  }
  if (bytes.empty()) return;
  std::memcpy(bytes.data(), rest_.data(), bytes.size());
  rest_ = rest_.subspan(bytes.size());
}

}  // namespace hyperplane
