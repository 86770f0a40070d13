internal import LinkPolicy
internal import LinkPolicyYAML

/// The whole bytes of a file or of standard input.
enum InputBytes {
  /// What positions in standard input are shown with.
  static var standardInputName: String { "<stdin>" }

  /// More than any reader in this package takes.
  private static var limit: Int { 64 << 20 }

  /// Reads a text file, or standard input for `-`.
  ///
  /// Bytes with a NUL among the first are no text; without this, each of them would be a finding.
  static func read(
    _ path: String, _ terminal: Terminal
  ) throws(InvalidInput) -> [UInt8] {
    let bytes = try all(path, terminal)
    guard !bytes.prefix(8192).contains(0) else {
      throw InputFile.failure(path == "-" ? standardInputName : path, "this is no text file")
    }
    return bytes
  }

  private static func all(_ path: String, _ terminal: Terminal) throws(InvalidInput) -> [UInt8] {
    guard path == "-" else {
      return try InputFile.read(path, limit: limit)
    }
    var input = terminal.input
    do throws(SystemCalls.Failure) {
      if let bytes = try input.all(limit: limit) {
        return bytes
      }
    } catch {
      throw InputFile.failure(standardInputName, "cannot be read: " + error.reason)
    }
    throw InputFile.failure(standardInputName, "has more than \(limit) bytes")
  }
}
