#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes a file that need not be there before.
enum WrittenFile {
  /// Writes the bytes in the place of what the file held.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemCalls.Failure) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o666)
    guard descriptor >= 0 else { throw SystemCalls.Failure(number: errno) }
    defer { close(descriptor) }
    try SystemCalls.write(bytes, to: descriptor)
  }
}
