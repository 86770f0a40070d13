/// The outputs that options name.
extension Arguments {
  /// The file for what goes to standard output otherwise; nil for standard output, which `-` is as well.
  func output(_ name: String) -> String? {
    value(name).flatMap { $0 == "-" ? nil : $0 }
  }

  /// The file for what is written beside the output; nil where none is wanted.
  func sideOutput(_ name: String) throws(UsageError) -> String? {
    guard let path = value(name) else { return nil }
    return try sidePath(path, of: name)
  }

  /// The path itself, unless it is `-`: what goes to standard output already would be mixed with it.
  func sidePath(_ path: String, of name: String) throws(UsageError) -> String {
    guard path != "-" else {
      throw error("`" + name + "` needs a file: other output goes to standard output, which `-` is")
    }
    return path
  }
}
