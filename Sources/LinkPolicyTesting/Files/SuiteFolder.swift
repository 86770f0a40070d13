internal import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON
package import LinkPolicySystem
internal import LinkPolicyYAML

/// A folder with a manifest, and the files that the manifest lists.
package struct SuiteFolder: Sendable {
  /// The name of every manifest.
  package static var manifestName: String { "suite.json" }

  /// The path of the folder.
  package let path: String
  /// Its manifest.
  package let manifest: SuiteManifest
  /// What is told which of its files are read.
  let register: FileRegister?

  /// Reads the manifest of a folder.
  ///
  /// Throws an ``InvalidInput`` with every finding. No shard is opened yet; a register is told of
  /// every file when it is.
  package init(_ path: String, noting register: FileRegister? = nil) throws(InvalidInput) {
    self.path = path
    self.register = register
    let file = try ReadableFile.opened(below: path, [Self.manifestName], noting: register)
    let bytes = try file.allBytes(limit: JSONLimits().documentBytes)
    manifest = try SuiteManifest(bytes, name: file.name)
  }

  /// The folder with another manifest, such as one about to be written.
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

  /// All bytes of a file that the manifest gives a path of, reached through no symbolic link; the
  /// name is what findings show.
  ///
  /// Throws an ``InvalidInput`` where it cannot be read or has more bytes than the limit.
  package func read(
    _ path: String, limit: Int
  ) throws(InvalidInput) -> (name: String, bytes: [UInt8]) {
    let file = try ReadableFile.opened(
      below: self.path, SuitePath.components(path), noting: register)
    return (file.name, try file.allBytes(limit: limit))
  }

  /// All bytes of the shard at a place of the manifest, which nothing has verified; refused where
  /// there are more than the limit.
  ///
  /// What keeps it from being read is told at its place in the manifest.
  package func bytes(ofShard index: Int, limit: Int) throws(InvalidInput) -> [UInt8] {
    try SuiteShard(suite: self, index: index).open().allBytes(limit: limit)
  }
}
