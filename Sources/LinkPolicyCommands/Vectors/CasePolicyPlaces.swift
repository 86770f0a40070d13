internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML
internal import Synchronization

/// Where the policies stand that cases name by path, each looked up once for all threads.
final class CasePolicyPlaces: Sendable {
  private struct Places {
    /// The suite's folder by the folder of a vector file.
    var roots: [Name: String] = [:]
    /// The names that were found to stand where they may, and the files that they lead to.
    var resolved: [Name: String] = [:]
  }

  private let places = Mutex(Places())
  private let root: String?

  /// Policies below the folder given, or below that of each file's own suite.
  init(root: String?) {
    self.root = root
  }

  /// The name, as from here, of a policy that a vector file names by its path.
  func name(of path: String, in file: String) throws(ConfinedPath.PathRefusal) -> String {
    let folder = PolicyFinder.folder(of: file)
    let name = Self.name(of: path, in: folder)
    let result: Result<String, ConfinedPath.PathRefusal> = places.withLock { places in
      // The name has the folder in it, so that one answer is right for every file there.
      guard places.resolved[Name(name)] == nil else { return .success(name) }
      let root = root ?? places.roots[Name(folder)] ?? VectorFiles.root(of: file)
      places.roots[Name(folder)] = root
      do throws(ConfinedPath.PathRefusal) {
        places.resolved[Name(name)] = try ConfinedPath(path, in: file, root: root).resolved
        return .success(name)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The file that such a name leads to; nil for a name that was never one of a file.
  func place(named name: String) -> String? {
    places.withLock { $0.resolved[Name(name)] }
  }

  private static func name(of path: String, in folder: String) -> String {
    guard !path.hasPrefix("/"), folder != "." else { return path }
    return folder + "/" + (path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
  }
}

extension PolicyText {
  /// Reads the policy of a case from the file that its name leads to.
  ///
  /// What it extends must stand beside that file or below it, wherever links lead.
  init(at place: String, as name: String, noting register: FileRegister) throws(InvalidInput) {
    let bytes = try InputBytes.read(file: place, as: name, noting: register)
    let root = PolicyFinder.folder(of: place)
    let finder = PolicyFinder.files(below: root, names: Presets.finder, noting: register)
    try self.init(bytes, name: name, finder: finder)
  }
}
