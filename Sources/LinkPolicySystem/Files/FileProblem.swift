internal import LinkPolicy
package import LinkPolicyDiagnostics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Why a file is not read.
package enum FileProblem: Error, Equatable {
  /// The system refuses.
  case system(SystemFailure)
  /// It is a directory.
  case directory
  /// It is a device, a pipe or a socket.
  case noFile
  /// A part of a path that must have no symbolic link is one; its path.
  case link(String)
  /// It has more bytes than are taken; how many, where that is known before it is read.
  case tooLarge(size: Int?, limit: Int)

  /// What is said of it: lower case, without a full stop.
  package var reason: String {
    switch self {
    case .system(let failure): Self.reason(failure.number)
    case .directory: "this is a directory"
    case .noFile: "this is no file"
    case .link(let path): "`\(path)` is a symbolic link"
    case .tooLarge(size: let size?, let limit):
      "the file has \(size) bytes; the most is \(limit)"
    case .tooLarge(size: nil, let limit): "the file has more than \(limit) bytes"
    }
  }

  private static func reason(_ number: CInt) -> String {
    switch number {
    case ENOENT: "there is no such file"
    case EACCES: "permission denied"
    case ENOTDIR: "a part of the path is no directory"
    case ELOOP: "too many symbolic links"
    default: "it cannot be read (error \(number))"
    }
  }

  /// The finding about a file as a whole, at its first position.
  ///
  /// - Parameter name: the name of the file that people know.
  /// - Returns: one finding, `unreadable-file`.
  package func finding(about name: String) -> InvalidInput {
    Self.finding(about: name, reason)
  }

  /// The finding about a file or folder that is not taken for some other reason.
  package static func finding(about name: String, _ reason: String) -> InvalidInput {
    let sources = SourceMap(files: [SourceMap.File(name: name)])
    let position = SourcePosition(file: 0, line: 1, column: 1)
    return InvalidInput(
      [Diagnostic(.unreadableFile, .error, "`\(name)`: \(reason)", at: position)], in: sources)
  }
}
