internal import LinkPolicy
internal import LinkPolicyJSON

/// Paths that a manifest gives: from its folder down, never out of it.
package enum SuitePath {
  /// Reads a path, or reports why it is none and returns nil.
  ///
  /// The suffix is what the name must end with; nil for that of any vector file.
  static func read(
    _ value: JSONValue, in key: String, suffix: String?, _ findings: inout JSONFindings
  ) -> String? {
    guard let path = findings.string(value, in: key)?.text else { return nil }
    if let problem = problem(path) {
      findings.report(
        .suitePath, "`\(path)` " + problem, at: value,
        help: "paths are written from the manifest's folder down, such as `more/shard.jsonl`")
      return nil
    }
    let isKnown = suffix.map { path.hasSuffix($0) } ?? (VectorReader.Format(ofFile: path) != nil)
    guard isKnown, components(path).last != "suite.json" else {
      findings.report(
        .suitePath, "`\(path)` is no name of such a file", at: value,
        help: "it ends in " + (suffix ?? "`.yaml`, `.json` or `.jsonl`"))
      return nil
    }
    return path
  }

  /// The names that a path is made of.
  package static func components(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// What keeps a path from being one below the folder.
  private static func problem(_ path: String) -> String? {
    if path.utf8.first == UInt8(ascii: "/") {
      return "is absolute"
    }
    if path.utf8.contains(0) || path.utf8.contains(UInt8(ascii: "\\")) {
      return "has a character that no path of a suite has"
    }
    for component in components(path) {
      switch component {
      case "..": return "leads out of the suite's folder"
      case "", ".": return "has an empty part"
      default: break
      }
    }
    return nil
  }
}
