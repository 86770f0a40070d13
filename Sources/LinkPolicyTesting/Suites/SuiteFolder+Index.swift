internal import LinkPolicy
package import LinkPolicyDiagnostics

extension SuiteFolder {
  /// The hashes of bodies by id; nil where the suite has no index.
  ///
  /// Throws an ``InvalidInput`` where the manifest names an index that cannot be read.
  package func index() throws(InvalidInput) -> BodyIndex? {
    guard let path = manifest.index else { return nil }
    let file = try read(path, limit: BodyIndex.byteLimit)
    return try BodyIndex(file.bytes, name: file.name)
  }
}
