public import LinkPolicy
public import LinkPolicyAuthoring
public import LinkPolicyDiagnostics
package import LinkPolicySystem

extension PolicyFinder {
  /// Returns a finder of files at or below a folder, with another finder for names.
  ///
  /// A reference with a `/`, or with the suffix `.yaml` or `.yml`, is a path, which is resolved from the file that
  /// contains the reference. The finder rejects URLs, and paths that leave the root by `..`, by an absolute path or by
  /// a symbolic link.
  ///
  /// - Parameters:
  ///   - root: the folder that must contain all files.
  ///   - names: the finder for references that are not paths, such as the shipped policies.
  /// - Returns: the finder.
  public static func files(below root: String, names: PolicyFinder = .none) -> PolicyFinder {
    files(below: root, names: names, noting: nil)
  }

  /// Returns a finder of files that records each file that it reads in a register.
  package static func files(
    below root: String, names: PolicyFinder, noting register: FileRegister?
  ) -> PolicyFinder {
    PolicyFinder { reference, extending in
      guard isPath(reference) else {
        return names.find(reference, extending)
      }
      do throws(ConfinedPath.PathRefusal) {
        let path = try ConfinedPath(reference, in: extending, root: root)
        return read(path, noting: register)
      } catch {
        return .notFound(error.reason)
      }
    }
  }

  private static func read(_ path: ConfinedPath, noting register: FileRegister?) -> Finding {
    do throws(InvalidInput) {
      return .found(
        name: path.shown,
        bytes: try InputFile.read(path.resolved, limit: limit, noting: register))
    } catch {
      return .notFound(error.diagnostics.first?.message ?? "the file cannot be read")
    }
  }

  private static var limit: Int { YAMLLimits.standard.bytes }

  /// Returns whether a reference to a policy is the path of a file instead of a name.
  package static func isPath(_ reference: String) -> Bool {
    reference.utf8.contains(UInt8(ascii: "/"))
      || [".yaml", ".yml"].contains { reference.hasSuffix($0) }
  }

  /// Returns the part of a path before its last slash; `.` for a path without a slash, and `/` for a path such as
  /// `/policy.yaml`.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }
}

extension CompiledPolicy {
  /// Reads and compiles a policy file.
  ///
  /// The extended policies must be in the folder of the file or below that folder, or known to `names`.
  ///
  /// - Parameters:
  ///   - path: the path of the file, absolute or relative to the working directory.
  ///   - names: the finder for policies extended by name, such as the shipped policies.
  /// - Throws: an `InvalidInput` with all findings, if at least one finding is an error, or with the reason why the
  ///   file cannot be read.
  public init(yamlFile path: String, names: PolicyFinder = .none) throws(InvalidInput) {
    try self.init(PolicyText(file: path, names: names).document)
  }
}

extension Policy {
  /// Reads and compiles a policy file.
  ///
  /// The extended policies must be in the folder of the file or below that folder, or known to `names`.
  ///
  /// - Parameters:
  ///   - path: the path of the file, absolute or relative to the working directory.
  ///   - names: the finder for policies extended by name, such as the shipped policies.
  /// - Throws: an `InvalidInput` with all findings, if at least one finding is an error, or with the reason why the
  ///   file cannot be read.
  public init(yamlFile path: String, names: PolicyFinder = .none) throws(InvalidInput) {
    self = try CompiledPolicy(yamlFile: path, names: names).policy
  }
}

extension PolicyText {
  /// Reads a policy file and the policies that it extends.
  ///
  /// The extended policies must be in the folder of the file or below that folder, or known to `names`.
  ///
  /// - Parameters:
  ///   - path: the path of the file, absolute or relative to the working directory.
  ///   - names: the finder for policies extended by name.
  /// - Throws: an `InvalidInput` with every finding in this file and in the extended files, or with the reason why a
  ///   file cannot be read.
  public init(file path: String, names: PolicyFinder = .none) throws(InvalidInput) {
    try self.init(file: path, names: names, noting: nil)
  }

  /// Reads a policy file and the policies that it extends, and records these files in a register.
  package init(
    file path: String, names: PolicyFinder, noting register: FileRegister?
  ) throws(InvalidInput) {
    let bytes = try InputFile.read(path, limit: YAMLLimits.standard.bytes, noting: register)
    let root = PolicyFinder.folder(of: path)
    try self.init(
      bytes, name: path, finder: .files(below: root, names: names, noting: register))
  }
}

/// The path of a file that another file references, restricted to a folder and its subfolders.
package struct ConfinedPath {
  /// The reason why the path is refused, in lower case and without a full stop.
  package struct PathRefusal: Error {
    package let reason: String
  }

  /// The path to show: the folder of the referencing file followed by the reference, or an absolute reference
  /// unchanged.
  package let shown: String
  /// The path for opening the file, with every symbolic link resolved.
  package let resolved: String

  /// Resolves a reference from the file that contains the reference.
  ///
  /// The initializer rejects a URL, and a path that leaves the root by `..`, by an absolute path or by a symbolic link.
  package init(_ reference: String, in file: String, root: String) throws(PathRefusal) {
    guard !reference.hasPart("://") else {
      throw PathRefusal(reason: "policies are never fetched from a URL")
    }
    shown = reference.hasPrefix("/") ? reference : PolicyFinder.folder(of: file) + "/" + reference
    guard let resolved = InputFile.resolved(shown), let inside = InputFile.resolved(root) else {
      throw PathRefusal(reason: "there is no such file")
    }
    guard resolved.hasPrefix(inside == "/" ? "/" : inside + "/") else {
      throw PathRefusal(reason: "the file is outside `\(root)`")
    }
    self.resolved = resolved
  }
}
