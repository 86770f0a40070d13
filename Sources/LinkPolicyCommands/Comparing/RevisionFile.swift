internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// A policy as it stands in a git revision, with what it extends there.
enum RevisionFile {
  private static var limit: Int { 64 << 20 }

  /// Reads a policy and what it extends from a revision.
  ///
  /// Nothing is written, and no hook or filter of the repository is run. Throws an
  /// ``InvalidInput`` where git, the revision or the file is not there.
  static func text(_ path: String, in revision: String) throws(InvalidInput) -> PolicyText {
    let name = revision + ":" + path
    let folder = PolicyFinder.folder(of: path)
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    guard !revision.hasPrefix("-"), !revision.contains(":") else {
      throw FileProblem.finding(about: name, "`\(revision)` is no git revision")
    }
    let bytes: [UInt8]
    switch show(revision, "./" + file, in: folder) {
    case .success(let found): bytes = found
    case .failure(let problem): throw FileProblem.finding(about: name, problem.reason)
    }
    let finder = PolicyFinder { reference, extending in
      guard PolicyFinder.isPath(reference) else {
        return Presets.finder.found(reference, extending)
      }
      let from = extending.split(separator: ":", maxSplits: 1).last.map { String($0) } ?? extending
      let below = PolicyFinder.folder(of: from).dropFirst(folder.utf8.count)
      let inside = below.drop { $0 == "/" } + (below.isEmpty ? "" : "/") + reference
      // A way out of the folder by `..` is refused as it is for files.
      guard !reference.hasPrefix("/"), !inside.split(separator: "/").contains("..") else {
        return .notFound("it stands outside `\(folder)`")
      }
      switch show(revision, "./" + String(inside), in: folder) {
      case .success(let found):
        return .found(name: revision + ":" + folder + "/" + String(inside), bytes: found)
      case .failure(let problem): return .notFound(problem.reason)
      }
    }
    return try PolicyText(bytes, name: name, finder: finder)
  }

  private struct Problem: Error {
    var reason: String
  }

  /// Whether a file is a symbolic link in a revision, where git shows the path that it leads to.
  private static func isLink(
    _ revision: String, _ path: String, in folder: String
  ) throws(ChildOutput.Failure) -> Bool {
    let entry = try ChildOutput.bytes(
      of: ["git", "--literal-pathspecs", "-C", folder, "ls-tree", "-z", revision, "--", path],
      limit: limit)
    return entry.starts(with: "120000 ".utf8)
  }

  private static func show(
    _ revision: String, _ path: String, in folder: String
  ) -> Result<[UInt8], Problem> {
    do throws(ChildOutput.Failure) {
      let bytes = try ChildOutput.bytes(
        of: ["git", "-C", folder, "show", "--no-textconv", revision + ":" + path], limit: limit)
      guard try !isLink(revision, path, in: folder) else {
        let target = String(decoding: bytes, as: UTF8.self)
        return .failure(
          Problem(
            reason: "it is a symbolic link to `\(target)` in revision `\(revision)`; "
              + "give the path of the file that it leads to"))
      }
      return .success(bytes)
    } catch {
      switch error {
      case .cannotStart: return .failure(Problem(reason: "git cannot be started"))
      case .tooLong: return .failure(Problem(reason: "it has more than \(limit) bytes"))
      case .ended:
        return .failure(Problem(reason: "git shows no such file in revision `\(revision)`"))
      }
    }
  }
}
