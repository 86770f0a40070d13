package import LinkPolicyDiagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads whole files, refusing what is none and what is too large.
package enum InputFile {
  /// The bytes of a regular file.
  ///
  /// - Parameters:
  ///   - path: the path, wherever links lead.
  ///   - shown: the name to show, where the path is not what people wrote.
  ///   - limit: the most bytes that are taken.
  ///   - register: told which file it was; nil where nobody keeps one.
  /// - Returns: all its bytes.
  /// - Throws: an ``InvalidInput`` with one finding at the file's first position: not there, not
  ///   readable, a directory or device, or over the limit.
  package static func read(
    _ path: String, as shown: String? = nil, limit: Int, noting register: FileRegister? = nil
  ) throws(InvalidInput) -> [UInt8] {
    do throws(FileProblem) {
      let file = try ReadableFile(path, as: shown, noting: register)
      guard file.size <= limit else { throw .tooLarge(size: file.size, limit: limit) }
      return try file.all(limit: limit)
    } catch {
      throw error.finding(about: shown ?? path)
    }
  }

  /// The bytes of a file, refused where it is no text: with a NUL among the first, each would otherwise be a finding.
  package static func text(_ bytes: [UInt8], named name: String) throws(InvalidInput) -> [UInt8] {
    guard !bytes.prefix(8192).contains(0) else {
      if let refusal = FileKind.refusal(
        of: bytes, name: name, wanting: "text", unless: { _ in false })
      {
        throw refusal
      }
      throw FileProblem.finding(about: name, "this is no text file")
    }
    return bytes
  }

  /// The path with every symbolic link resolved; nil where there is no such file.
  package static func resolved(_ path: String) -> String? {
    guard let pointer = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(pointer) }
    return unsafe String(cString: pointer)
  }
}
