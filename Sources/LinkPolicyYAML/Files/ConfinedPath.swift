internal import LinkPolicySystem

/// The path of a file that another file names, which must stand in a folder or below it.
package struct ConfinedPath {
  /// Why there is no such path: lower case, without a full stop.
  package struct PathRefusal: Error {
    package let reason: String
  }

  /// The path as it is shown, from where the process runs.
  package let shown: String
  /// The path with every symbolic link resolved, which is the one to open.
  package let resolved: String

  /// Resolves a reference from the file it stands in.
  ///
  /// A URL is refused, and a way out of the root by `..`, by an absolute path or by a symbolic
  /// link.
  package init(_ reference: String, in file: String, root: String) throws(PathRefusal) {
    guard !reference.contains("://") else {
      throw PathRefusal(reason: "policies are never fetched")
    }
    shown = reference.hasPrefix("/") ? reference : PolicyFinder.folder(of: file) + "/" + reference
    guard let resolved = InputFile.resolved(shown), let inside = InputFile.resolved(root) else {
      throw PathRefusal(reason: "there is no such file")
    }
    guard resolved.hasPrefix(inside == "/" ? "/" : inside + "/") else {
      throw PathRefusal(reason: "it stands outside `\(root)`")
    }
    self.resolved = resolved
  }
}
