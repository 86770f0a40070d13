internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
package import LinkPolicySystem
internal import LinkPolicyYAML

/// A folder with a manifest and the files that the manifest lists.
package struct SuiteFolder: Sendable {
  /// The file name of every manifest: `suite.json`.
  package static var manifestName: String { "suite.json" }

  /// The path of the folder.
  package let path: String
  /// The manifest of the folder.
  package let manifest: SuiteManifest
  /// The register that records the files that are read; nil to record no files.
  let register: FileRegister?

  /// Reads the manifest of a folder.
  ///
  /// Throws an ``InvalidInput`` with every finding. The initializer opens no shard. The register records each file when
  /// the file is opened.
  package init(_ path: String, noting register: FileRegister? = nil) throws(InvalidInput) {
    self.path = path
    self.register = register
    let file = try ReadableFile.opened(below: path, [Self.manifestName], noting: register)
    let bytes = try file.text(limit: JSONLimits().documentBytes, wanting: .manifest)
    manifest = try SuiteManifest(bytes, name: file.name)
  }

  /// Creates a folder with another manifest, such as a manifest that has not been written yet.
  package init(
    _ path: String, _ manifest: SuiteManifest, noting register: FileRegister? = nil
  ) {
    self.path = path
    self.register = register
    self.manifest = manifest
  }

  /// The shards, in the order of the manifest.
  package var files: [VectorFile] {
    manifest.shards.indices.map { VectorFile(SuiteShard(suite: self, index: $0)) }
  }

  /// Reads a file of the suite without following symbolic links, and returns the bytes with the file's name for
  /// findings.
  ///
  /// Throws an ``InvalidInput`` if the file cannot be read or exceeds the limit.
  package func read(
    _ path: String, limit: Int
  ) throws(InvalidInput) -> (name: String, bytes: [UInt8]) {
    let file = try ReadableFile.opened(
      below: self.path, SuitePath.components(path), noting: register)
    return (file.name, try file.allBytes(limit: limit))
  }

  /// Reads the unverified bytes of the shard at an index of the manifest.
  ///
  /// Throws an ``InvalidInput`` with the position in the manifest if the shard cannot be read or exceeds the
  /// limit.
  package func bytes(ofShard index: Int, limit: Int) throws(InvalidInput) -> [UInt8] {
    try SuiteShard(suite: self, index: index).open().allBytes(limit: limit)
  }
}

/// The relative paths in a manifest, none of which may leave the manifest's folder.
package enum SuitePath {
  /// Returns the rule of a path, which ends with `suffix`, or with the suffix of a vector file if `suffix` is nil.
  static func rule(suffix: String?) -> JSONRule<String> {
    let component = #"(?!\.{1,2}(/|$))[^/\\\u0000]+"#
    let ending = suffix.map { #"\"# + $0 + "$" } ?? #"\.(yaml|json|jsonl)$"#
    let manifest = JSONValue.object(["pattern": .string(#"(^|/)suite\.json$"#)])
    return JSONRule([
      "pattern": .string("^\(component)(/\(component))*$"),
      "allOf": .array([.object(["pattern": .string(ending)]), .object(["not": manifest])]),
    ]) { path, _, given, findings in
      if let problem = problem(path) {
        return findings.report(
          .suitePath, "`\(path)` " + problem, at: given,
          help: "paths are written from the manifest's folder down, such as `more/shard.jsonl`")
      }
      let isKnown = suffix.map { path.hasSuffix($0) } ?? (VectorReader.Format(ofFile: path) != nil)
      if !isKnown || components(path).last == "suite.json" {
        findings.report(
          .suitePath, "`\(path)` is no name of such a file", at: given,
          help: "it ends in " + (suffix ?? "`.yaml`, `.json` or `.jsonl`"))
      }
    }
  }

  /// Splits a path at each slash, and keeps empty components, such as the first component of an absolute path.
  package static func components(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the reason why a manifest cannot contain a path, such as a component `..`; nil if the path is valid.
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
