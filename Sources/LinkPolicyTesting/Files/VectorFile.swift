internal import LinkPolicy
internal import LinkPolicyDiagnostics
package import LinkPolicySystem
internal import LinkPolicyYAML

/// A file of vectors: one that was named or found, or a shard that a manifest lists.
package struct VectorFile: Sendable {
  /// The path, as findings show it.
  package let path: String
  /// What a manifest says of it; nil where none lists it.
  package let shard: SuiteShard?
  private let register: FileRegister?

  /// A file that no manifest lists; a register is told when it is read.
  package init(_ path: String, noting register: FileRegister? = nil) {
    self.path = path
    self.register = register
    shard = nil
  }

  /// A shard of a suite.
  package init(_ shard: SuiteShard) {
    path = shard.path
    self.shard = shard
    register = shard.suite.register
  }

  /// The bytes it has; 0 where there is none.
  package var size: Int { Folder.size(of: path) }

  /// Opens it: a shard strictly below its folder, another wherever links lead.
  func open() throws(InvalidInput) -> ReadableFile {
    guard let shard else { return try ReadableFile.opened(path, noting: register) }
    return try shard.open()
  }
}

/// A shard together with the suite that lists it.
package struct SuiteShard: Sendable {
  /// The suite.
  package let suite: SuiteFolder
  /// The place of the shard in its manifest.
  package let index: Int

  /// What the manifest says.
  package var entry: SuiteManifest.Shard { suite.manifest.shards[index] }
  /// The path with that of the folder.
  package var path: String { Folder.join(suite.path, entry.path) }

  /// Opens it; what keeps it from being opened is told at its place in the manifest.
  func open() throws(InvalidInput) -> ReadableFile {
    do throws(InvalidInput) {
      return try ReadableFile.opened(
        below: suite.path, SuitePath.components(entry.path), noting: suite.register)
    } catch {
      guard var diagnostic = error.diagnostics.first else { throw error }
      diagnostic.position = entry.position
      throw InvalidInput([diagnostic], in: suite.manifest.sources)
    }
  }
}
