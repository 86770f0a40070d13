internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// A commit of the git repository of a policy, with the differences between the commit and the work tree.
///
/// Paths are relative to the root of the repository. The type writes nothing, and git runs no hook or text conversion
/// of the repository.
struct RevisionTree {
  private static var limit: Int { 64 << 20 }

  /// The git revision as given, such as `main` or a commit.
  let revision: String
  /// The root of the repository's work tree, as git prints the path.
  let root: String
  private let commit: String

  /// Opens the repository that contains a policy.
  ///
  /// Throws an ``InvalidInput`` if git, the repository or the revision is missing, or if several references have the
  /// revision's name. Also throws if the working directory is in another repository than the policy.
  init(_ revision: String, around path: String) throws(InvalidInput) {
    let name = revision + ":" + path
    guard !revision.hasPrefix("-"), !revision.contains(":") else {
      throw FileProblem.finding(about: name, "`\(revision)` is not a git revision")
    }
    let folder = PolicyFinder.folder(of: path)
    guard let root = try Self.line(["-C", folder, "rev-parse", "--show-toplevel"]) else {
      throw FileProblem.finding(about: name, "git finds no repository at `\(folder)`")
    }
    if let here = try Self.line(["rev-parse", "--show-toplevel"]), here != root {
      throw FileProblem.finding(
        about: name,
        "the policy is in the repository `\(root)`, and the working directory in `\(here)`")
    }
    let words = ["-C", root, "rev-parse", "-q", "--verify", revision + "^{commit}"]
    guard let commit = try Self.line(words) else {
      throw FileProblem.finding(
        about: name, "git finds no commit `\(revision)`; fetch it, with its history")
    }
    let names = try Self.line([
      "-C", root, "for-each-ref", "--format=%(refname)", "refs/tags/" + revision,
      "refs/heads/" + revision, "refs/remotes/" + revision,
    ])
    if let found = names?.split(separator: "\n"), found.count > 1 {
      throw FileProblem.finding(
        about: name,
        "`\(revision)` is the name of \(found.count) references; give one of \(found.joined(separator: ", "))"
      )
    }
    self.revision = revision
    self.root = root
    self.commit = commit
  }

  /// Returns the path of a file, relative to the root of the repository.
  func path(of file: String) throws(InvalidInput) -> String {
    let folder = PolicyFinder.folder(of: file)
    let name = file.split(separator: "/").last.map { String($0) } ?? file
    guard let prefix = try Self.line(["-C", folder, "rev-parse", "--show-prefix"]),
      name != "..", name != "."
    else {
      throw FileProblem.finding(about: file, "git finds no repository at `\(folder)`")
    }
    let path = prefix + name
    if let real = InputFile.resolved(root),
      let lexical = try lexicalPath(of: file, realRoot: real), lexical != path
    {
      throw FileProblem.finding(
        about: file,
        "the path leads through a symbolic link to `\(path)`; give the path of the file itself")
    }
    return path
  }

  /// Returns the path of a file relative to the root of the repository; nil for a file outside the work tree.
  ///
  /// A file counts as inside the work tree if its path is inside before or after symbolic links are resolved, so that
  /// no link hides a changed file. Submodules and ignored folders belong to the work tree. The file need not exist.
  func pathInside(_ file: String) throws(InvalidInput) -> String? {
    guard let real = InputFile.resolved(root) else {
      throw FileProblem.finding(about: root, "the real path of the repository is unknown")
    }
    if let lexical = try lexicalPath(of: file, realRoot: real) { return lexical }
    let folder = PolicyFinder.folder(of: file)
    let name = file.split(separator: "/").last.map { String($0) } ?? file
    let resolved = InputFile.resolved(file) ?? InputFile.resolved(folder).map { $0 + "/" + name }
    guard let resolved else {
      throw FileProblem.finding(about: file, "there is no such folder")
    }
    return resolved.hasPrefix(real + "/") ? String(resolved.dropFirst(real.count + 1)) : nil
  }

  /// Returns the path of a file from the root of the repository, without resolving symbolic links; nil if the file is
  /// outside the work tree.
  private func lexicalPath(of file: String, realRoot: String) throws(InvalidInput) -> String? {
    var words = file[...]
    var parts: [Substring] = []
    if file.hasPrefix("/") {
      guard let start = [root, realRoot].first(where: { file.hasPrefix($0 + "/") }) else {
        return nil
      }
      words = file.dropFirst(start.count + 1)
    } else if let prefix = try Self.line(["rev-parse", "--show-prefix"]) {
      parts = prefix.split(separator: "/").map { Substring(String($0)) }
    } else {
      // The working directory is not in a repository.
      return nil
    }
    for part in words.split(separator: "/") where part != "." {
      if part == ".." {
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// Returns the content of a file in the revision, or nil if the revision has no such file.
  ///
  /// Throws an ``InvalidInput`` if the path is not a regular file in the revision.
  func bytes(_ path: String) throws(InvalidInput) -> [UInt8]? {
    let name = revision + ":" + path
    let listed = try lines(["--literal-pathspecs", "ls-tree", "-z", commit, "--", path])
    guard let line = listed.first else { return nil }
    let words = line.prefix { $0 != "\t" }.split(separator: " ")
    if words.count == 3, words[0] == "120000" {
      let target = String(decoding: try git(["cat-file", "blob", String(words[2])]), as: UTF8.self)
      throw FileProblem.finding(
        about: name,
        "the path is a symbolic link to `\(target)` in revision `\(revision)`; give the path of the file itself"
      )
    }
    guard words.count == 3, words[0] == "100644" || words[0] == "100755" else {
      let kind = words.first == "160000" ? "a submodule" : "a folder"
      throw FileProblem.finding(about: name, "the revision has \(kind) at this path")
    }
    return try git(["cat-file", "blob", String(words[2])])
  }

  /// Reads from the revision a policy and the policies that it extends; returns nil if the revision has no such file.
  func text(_ path: String) throws(InvalidInput) -> PolicyText? {
    guard let bytes = try self.bytes(path) else { return nil }
    guard !Policy.isImage(bytes) else {
      return try PolicySource.text(in: bytes, named: revision + ":" + path)
    }
    let folder = PolicyFinder.folder(of: path)
    let finder = PolicyFinder { reference, extending in
      guard PolicyFinder.isPath(reference) else {
        return Presets.finder.found(reference, extending)
      }
      let name = String(extending.dropFirst(revision.count + 1))
      let parts = reference.split(separator: "/").filter { $0 != "." }
      // A reference that leaves the folder through `..` is an error, as for policies in files.
      guard !reference.hasPrefix("/"), !parts.contains("..") else {
        return .notFound("the file is outside `\(folder)`")
      }
      let below = PolicyFinder.folder(of: name)
      let path = (below == "." ? "" : below + "/") + parts.joined(separator: "/")
      do throws(InvalidInput) {
        guard let bytes = try self.bytes(path) else {
          return .notFound("git shows no `\(path)` in revision `\(revision)`")
        }
        return .found(name: revision + ":" + path, bytes: bytes)
      } catch {
        return .notFound("`\(path)` is not a file in revision `\(revision)`")
      }
    }
    return try PolicyText(bytes, name: revision + ":" + path, finder: finder)
  }

  /// Of the commits up to the revision, returns the last commit that changed a file, with the date of the commit; nil
  /// if no commit changed the file.
  func origin(of path: String) throws(InvalidInput) -> String? {
    let words = ["log", "-1", "-z", "--format=%h of %cs", commit, "--", path]
    return try lines(["--literal-pathspecs"] + words).first
  }

  /// Returns the files of the revision that are missing in the work tree.
  func deleted() throws(InvalidInput) -> [String] {
    try lines(differences + ["--no-renames", "--diff-filter=D", "--name-only", commit, "--"])
  }

  /// Returns the old path of a file that git detects as renamed; nil if git detects no rename.
  func renamed(_ path: String) throws(InvalidInput) -> String? {
    let found = try lines(
      differences + [
        "--find-renames=50%", "-l32767", "--diff-filter=R", "--name-status", commit, "--",
      ])
    // Each entry consists of a score, the old path and the new path.
    for start in stride(from: 0, to: found.count - 2, by: 3) where found[start + 2] == path {
      return found[start + 1]
    }
    return nil
  }

  private var differences: [String] {
    ["diff", "-z", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=all"]
  }

  /// Returns the YAML files of the work tree that git does not ignore, because each of them may be a policy.
  func candidates() throws(InvalidInput) -> [String] {
    try lines(
      ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.yaml", "*.yml"])
  }

  private func lines(_ words: [String]) throws(InvalidInput) -> [String] {
    try git(words).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private func git(_ words: [String]) throws(InvalidInput) -> [UInt8] {
    guard let bytes = try Self.output(["-C", root] + words) else {
      throw FileProblem.finding(about: root, "`git \(words.joined(separator: " "))` fails")
    }
    return bytes
  }

  /// Returns the output of git without its line feed, or nil if git fails.
  private static func line(_ words: [String]) throws(InvalidInput) -> String? {
    guard var bytes = try output(words) else { return nil }
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the output of git, or nil if git fails.
  private static func output(_ words: [String]) throws(InvalidInput) -> [UInt8]? {
    do throws(ChildOutput.ChildFailure) {
      return try ChildOutput.bytes(of: ["git"] + words, limit: limit)
    } catch {
      switch error {
      case .cannotStart: throw FileProblem.finding(about: "git", "git cannot be started")
      case .tooLong:
        throw FileProblem.finding(about: "git", "git prints more than \(limit) bytes")
      case .ended: return nil
      }
    }
  }
}

/// The version of a policy in a revision, for comparison with the work tree.
///
/// The old and the new file count as one policy if git reports a rename, or if the old policy was deleted and has the
/// same name as the new policy, or a path that differs only in letter case. A new policy is compared with the policy
/// that it extends.
enum OldVersion {
  /// The old version, with the name that reports show.
  case found(PolicyText, named: String, as: VersionRelation)
  /// There is no old version, and no extended policy is compared in its place.
  case none
  /// Several files of the revision may be the old version.
  case ambiguous([String])

  /// The reason for the choice of a version.
  enum VersionRelation: Equatable {
    case samePath
    case renamed
    /// The new policy extends the chosen policy.
    case extended
  }
}

extension RevisionTree {
  /// Returns the old version of a policy of the work tree.
  ///
  /// - Parameters:
  ///   - text: the current policy.
  ///   - file: the path of the policy, as given.
  ///   - comparesExtended: whether a new policy is compared with the policy that it extends.
  /// - Returns: the old version, or the reason why there is none.
  /// - Throws: an ``InvalidInput`` if an old version cannot be read.
  func oldVersion(
    of text: PolicyText, in file: String, comparesExtended: Bool
  ) throws(InvalidInput) -> OldVersion {
    let path = try self.path(of: file)
    if let old = try self.text(path) {
      return .found(old, named: revision + ":" + path, as: .samePath)
    }
    var found = try renamed(path).map { [$0] } ?? []
    for (deleted, old) in try deletedPolicies() where !found.contains(deleted) {
      let isSame = deleted.lowercased() == path.lowercased()
      if isSame || old.document.name.value == text.document.name.value {
        found.append(deleted)
      }
    }
    guard found.count < 2 else { return .ambiguous(found) }
    if let renamed = found.first, let old = try self.text(renamed) {
      return .found(old, named: revision + ":" + renamed, as: .renamed)
    }
    let files = text.document.sources.files
    guard comparesExtended, files.count > 1 else { return .none }
    return try extended(files[1])
  }

  /// Returns the old version of the policy that a new policy extends.
  private func extended(_ file: SourceMap.File) throws(InvalidInput) -> OldVersion {
    for name in Presets.names {
      if case .found(let shown, let bytes) = Presets.finder.found(name, ""), shown == file.name,
        bytes == file.bytes
      {
        return .found(try Presets.text(named: name), named: name, as: .extended)
      }
    }
    let base = try PolicyText(
      file.bytes, name: file.name,
      finder: .files(below: PolicyFinder.folder(of: file.name), names: Presets.finder))
    let old = try oldVersion(of: base, in: file.name, comparesExtended: true)
    guard case .found(let text, let name, _) = old else { return old }
    return .found(text, named: name, as: .extended)
  }

  /// Returns the policies that are in the revision but no longer in the work tree, each with its path.
  ///
  /// The function skips files that do not load, because they decided nothing.
  func deletedPolicies() throws(InvalidInput) -> [(path: String, text: PolicyText)] {
    var found: [(path: String, text: PolicyText)] = []
    for path in try deleted() where path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      do throws(InvalidInput) {
        if let text = try self.text(path) {
          found.append((path, text))
        }
      } catch {
        continue
      }
    }
    return found
  }

  /// Returns the policies of the work tree that extend a policy directly or indirectly, with their
  /// paths.
  ///
  /// `broken` lists the files that name the policy and load in the revision, but do not load in the work tree.
  func dependents(
    of file: String, _ terminal: Terminal
  ) throws(InvalidInput) -> (policies: [(name: String, text: PolicyText)], broken: [String]) {
    let base = root + "/" + (try self.path(of: file))
    let needle = PolicyFinder.file(of: base)
    var policies: [(name: String, text: PolicyText)] = []
    var broken: [String] = []
    for path in Set(try candidates()).sorted() where root + "/" + path != base {
      let name = root + "/" + path
      // The key `extends` can be quoted, escaped or followed by a space, so the function reads every policy.
      guard let words = Self.readable(name, terminal),
        words.contains("extends") || words.contains("\\")
      else { continue }
      do throws(InvalidInput) {
        let text = try PolicySource(name).text(terminal)
        let real = InputFile.resolved(base)
        if text.document.sources.files.dropFirst().contains(where: { file in
          file.name == base || InputFile.resolved(file.name).map { $0 == real } ?? false
        }) {
          policies.append((name, text))
        }
      } catch {
        if words.contains(needle), loaded(path) {
          broken.append(path)
        }
      }
    }
    return (policies, broken)
  }

  /// Returns whether a file of the revision loads as a policy.
  private func loaded(_ path: String) -> Bool {
    do throws(InvalidInput) {
      return try self.text(path) != nil
    } catch {
      return false
    }
  }

  /// Returns the text of a file; nil if the file is binary or was deleted in the meantime.
  private static func readable(_ name: String, _ terminal: Terminal) -> String? {
    do throws(InvalidInput) {
      return String(decoding: try InputBytes.read(name, terminal), as: UTF8.self)
    } catch {
      return nil
    }
  }
}

extension PolicyFinder {
  /// Returns the last component of a path.
  fileprivate static func file(of path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }
}
