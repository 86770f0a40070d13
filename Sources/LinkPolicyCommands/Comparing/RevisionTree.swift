internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// A commit of the git repository that a policy is in, and the differences of the work tree from it.
///
/// Paths are relative to the root of the repository. Nothing is written, and no hook or text
/// conversion of the repository is run.
struct RevisionTree {
  private static var limit: Int { 64 << 20 }

  /// The revision, as it was given.
  let revision: String
  /// The root of the repository's work tree.
  let root: String
  private let commit: String

  /// Opens the repository that a policy is in.
  ///
  /// Throws an ``InvalidInput`` if git, the repository or the revision is not there, and if the policy is in
  /// another repository than the working directory.
  init(_ revision: String, around path: String) throws(InvalidInput) {
    let name = revision + ":" + path
    guard !revision.hasPrefix("-"), !revision.contains(":") else {
      throw FileProblem.finding(about: name, "`\(revision)` is no git revision")
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
    self.revision = revision
    self.root = root
    self.commit = commit
  }

  /// The path of a file, from the root of the repository.
  func path(of file: String) throws(InvalidInput) -> String {
    let folder = PolicyFinder.folder(of: file)
    let name = file.split(separator: "/").last.map { String($0) } ?? file
    guard let prefix = try Self.line(["-C", folder, "rev-parse", "--show-prefix"]),
      name != "..", name != "."
    else {
      throw FileProblem.finding(about: file, "git finds no repository at `\(folder)`")
    }
    return prefix + name
  }

  /// The text of a file in the revision; nil if the revision has no such file.
  ///
  /// Throws an ``InvalidInput`` if the revision has something else at this path.
  func bytes(_ path: String) throws(InvalidInput) -> [UInt8]? {
    let name = revision + ":" + path
    let listed = try lines(["--literal-pathspecs", "ls-tree", "-z", commit, "--", path])
    guard let line = listed.first else { return nil }
    let words = line.prefix { $0 != "\t" }.split(separator: " ")
    if words.count == 3, words[0] == "120000" {
      let target = String(decoding: try git(["cat-file", "blob", String(words[2])]), as: UTF8.self)
      throw FileProblem.finding(
        about: name,
        "it is a symbolic link to `\(target)` in revision `\(revision)`; give the path of the file that it leads to"
      )
    }
    guard words.count == 3, words[0] == "100644" || words[0] == "100755" else {
      let kind = words.first == "160000" ? "a submodule" : "a folder"
      throw FileProblem.finding(about: name, "the revision has \(kind) at this path")
    }
    return try git(["cat-file", "blob", String(words[2])])
  }

  /// Reads a policy of the revision, with what it extends there; nil if the revision has no such file.
  func text(_ path: String) throws(InvalidInput) -> PolicyText? {
    guard let bytes = try self.bytes(path) else { return nil }
    let folder = PolicyFinder.folder(of: path)
    let finder = PolicyFinder { reference, extending in
      guard PolicyFinder.isPath(reference) else {
        return Presets.finder.found(reference, extending)
      }
      let name = String(extending.dropFirst(revision.count + 1))
      let parts = reference.split(separator: "/").filter { $0 != "." }
      // A way out of the folder by `..` is refused as it is for files.
      guard !reference.hasPrefix("/"), !parts.contains("..") else {
        return .notFound("it stands outside `\(folder)`")
      }
      let below = PolicyFinder.folder(of: name)
      let path = (below == "." ? "" : below + "/") + parts.joined(separator: "/")
      do throws(InvalidInput) {
        guard let bytes = try self.bytes(path) else {
          return .notFound("git shows no `\(path)` in revision `\(revision)`")
        }
        return .found(name: revision + ":" + path, bytes: bytes)
      } catch {
        return .notFound("`\(path)` is no file in revision `\(revision)`")
      }
    }
    return try PolicyText(bytes, name: revision + ":" + path, finder: finder)
  }

  /// The files of the revision that the work tree does not have.
  func deleted() throws(InvalidInput) -> [String] {
    try lines(differences + ["--no-renames", "--diff-filter=D", "--name-only", commit, "--"])
  }

  /// The path in the revision of a file that git takes for a renamed one; nil if there is none.
  func renamed(_ path: String) throws(InvalidInput) -> String? {
    let found = try lines(
      differences + [
        "--find-renames=50%", "-l32767", "--diff-filter=R", "--name-status", commit, "--",
      ])
    // A score, the old path and the new one.
    for start in stride(from: 0, to: found.count - 2, by: 3) where found[start + 2] == path {
      return found[start + 1]
    }
    return nil
  }

  private var differences: [String] {
    ["diff", "-z", "--no-ext-diff", "--no-textconv", "--no-relative", "--ignore-submodules=all"]
  }

  /// The files of the work tree that may be policies and that git does not ignore.
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

  /// What git prints, without its line feed; nil if it fails.
  private static func line(_ words: [String]) throws(InvalidInput) -> String? {
    guard var bytes = try output(words) else { return nil }
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What git prints; nil if it fails.
  private static func output(_ words: [String]) throws(InvalidInput) -> [UInt8]? {
    do throws(ChildOutput.Failure) {
      return try ChildOutput.bytes(of: ["git"] + words, limit: limit)
    } catch {
      switch error {
      case .cannotStart: throw FileProblem.finding(about: "git", "it cannot be started")
      case .tooLong:
        throw FileProblem.finding(about: "git", "it prints more than \(limit) bytes")
      case .ended: return nil
      }
    }
  }
}
