internal import LinkPolicySystem
internal import LinkPolicyYAML

/// Reads the complete content of a file or of standard input.
enum InputBytes {
  /// The name of standard input in positions.
  static var standardInputName: String { "<stdin>" }

  /// The maximum size of an input in bytes; each parser of these inputs has this limit or a lower one.
  private static var limit: Int { 64 << 20 }

  /// Reads a text file, or standard input for `-`.
  static func read(
    _ path: String, _ terminal: Terminal
  ) throws(InvalidInput) -> [UInt8] {
    try text(readAny(path, terminal), named: path == "-" ? standardInputName : path)
  }

  /// Reads a file of any kind, or standard input for `-`.
  static func readAny(_ path: String, _ terminal: Terminal) throws(InvalidInput) -> [UInt8] {
    guard path != "-" else { return try standardInput(terminal) }
    return try InputFile.read(path, as: path, limit: limit, noting: terminal.files)
  }

  /// Reads a file of any kind that is shown under another name, and records the file in a register.
  static func readAny(
    file path: String, as name: String, noting register: FileRegister
  ) throws(InvalidInput) -> [UInt8] {
    try InputFile.read(path, as: name, limit: limit, noting: register)
  }

  /// Returns the bytes; throws if the first bytes contain a NUL, as in a binary file.
  static func text(_ bytes: [UInt8], named name: String) throws(InvalidInput) -> [UInt8] {
    try InputFile.text(bytes, named: name)
  }

  private static func standardInput(_ terminal: Terminal) throws(InvalidInput) -> [UInt8] {
    var input = terminal.input
    if let file = input.descriptor.flatMap({ FileIdentity(ofFile: $0) }) {
      terminal.files.noteRead(file, as: standardInputName)
    }
    do throws(SystemFailure) {
      if let bytes = try input.all(limit: limit) {
        return bytes
      }
    } catch {
      throw FileProblem.finding(about: standardInputName, "cannot be read: " + error.reason)
    }
    throw FileProblem.finding(about: standardInputName, "has more than \(limit) bytes")
  }
}
