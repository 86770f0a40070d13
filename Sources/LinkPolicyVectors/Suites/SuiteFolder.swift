package import LinkPolicy
internal import LinkPolicyJSON

/// A folder with a manifest, and the files that the manifest lists.
package struct SuiteFolder: Sendable {
  /// The name of every manifest.
  package static var manifestName: String { "suite.json" }

  /// The path of the folder.
  package let path: String
  /// Its manifest.
  package let manifest: SuiteManifest

  /// Reads the manifest of a folder.
  ///
  /// Throws an ``InvalidInput`` with every finding. No shard is opened yet.
  package init(_ path: String) throws(InvalidInput) {
    self.path = path
    let file = try ByteFile(below: path, [Self.manifestName])
    let bytes = try file.all(limit: JSONLimits().documentBytes)
    manifest = try SuiteManifest(bytes, name: file.name)
  }

  /// The folder with another manifest, such as one about to be written.
  package init(_ path: String, _ manifest: SuiteManifest) {
    self.path = path
    self.manifest = manifest
  }

  /// The shards, in the order of the manifest.
  package var files: [VectorFile] {
    manifest.shards.indices.map { VectorFile(SuiteShard(suite: self, index: $0)) }
  }

  /// The hashes of bodies by id, sorted; nil where the suite has no index.
  package func index() throws(InvalidInput) -> SuiteIndex? {
    guard let name = manifest.index else { return nil }
    let file = try ByteFile(below: path, SuitePath.components(name))
    return try SuiteIndex(try file.all(limit: SuiteIndex.byteLimit), name: file.name)
  }
}
