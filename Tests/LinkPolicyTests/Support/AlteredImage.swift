@testable import LinkPolicy

/// Images with something wrong in them.
enum AlteredImage {
  /// The bytes with length and checksum made right again, as somebody would who knows the format.
  static func mended(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    guard bytes.count >= 4 * ImageFormat.headerCount else { return bytes }
    write(UInt32(bytes.count), at: 4 * ImageFormat.Header.length.rawValue, in: &bytes)
    var checksum = ImageChecksum()
    for place in stride(from: ImageFormat.uncheckedBytes, to: bytes.count - 3, by: 4) {
      checksum.add(read(at: place, in: bytes))
    }
    write(checksum.value, at: 4 * ImageFormat.Header.checksum.rawValue, in: &bytes)
    return bytes
  }

  static func read(at place: Int, in bytes: [UInt8]) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  static func write(_ word: UInt32, at place: Int, in bytes: inout [UInt8]) {
    for index in 0..<4 {
      bytes[place + index] = UInt8(truncatingIfNeeded: word >> UInt32(8 * index))
    }
  }

  /// The image with its rules edited, and everything that depends on that made right.
  static func editing(
    _ image: [UInt8], rules edit: (inout ImageSection) -> Void
  ) throws -> [UInt8] {
    let file = try ImageFile(image)
    var rules = file.rules
    edit(&rules)
    return ImageFile.bytes(
      vocabulary: file.vocabulary, rules: rules, digest: file.digest,
      text: try ImageFile.text(in: image) ?? [])
  }

  /// The image with its vocabulary edited, and everything that depends on that made right.
  static func editing(
    _ image: [UInt8], vocabulary edit: (inout ImageSection) -> Void
  ) throws -> [UInt8] {
    let file = try ImageFile(image)
    var vocabulary = file.vocabulary
    edit(&vocabulary)
    return ImageFile.bytes(
      vocabulary: vocabulary, rules: file.rules, digest: file.digest,
      text: try ImageFile.text(in: image) ?? [])
  }

  /// What is wrong with bytes; nil where they load.
  static func refusal(of bytes: [UInt8]) -> InvalidImage? {
    do throws(InvalidImage) {
      _ = try Policy(image: bytes)
      return nil
    } catch {
      return error
    }
  }
}
