public import LinkPolicy
public import LinkPolicyAuthoring
public import LinkPolicyDiagnostics
package import LinkPolicySystem

extension PolicyFinder {
  /// A finder of files at or below the folder of the policy that is read, then of the names that
  /// another finder knows.
  ///
  /// A reference that looks like a path (it has a `/` or ends in `.yaml`) is resolved from the
  /// file it stands in. A URL, a way out of the root by `..` or by a symbolic link is refused.
  ///
  /// - Parameters:
  ///   - root: the folder that everything must stand in.
  ///   - names: finds what is no path, such as the shipped policies.
  /// - Returns: the finder.
  public static func files(below root: String, names: PolicyFinder = .none) -> PolicyFinder {
    files(below: root, names: names, noting: nil)
  }

  /// A finder of files that tells a register which files it has read.
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
      return .notFound(error.diagnostics.first?.message ?? "it cannot be read")
    }
  }

  private static var limit: Int { YAMLLimits.standard.bytes }

  /// Whether a reference to a policy is the path of a file, and not a name.
  package static func isPath(_ reference: String) -> Bool {
    reference.utf8.contains(UInt8(ascii: "/"))
      || [".yaml", ".yml"].contains { reference.hasSuffix($0) }
  }

  /// The folder that a path stands in.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
  }
}

extension CompiledPolicy {
  /// Reads and compiles a policy file.
  ///
  /// What it extends must stand in the same folder or below it, or be known to `names`.
  ///
  /// - Parameters:
  ///   - path: the path of the file, absolute or from the working directory.
  ///   - names: finds what is extended by name and not by path, such as the shipped policies.
  /// - Throws: an `InvalidInput` with every finding where one is an error, or why the file cannot
  ///   be read.
  public init(yamlFile path: String, names: PolicyFinder = .none) throws(InvalidInput) {
    try self.init(PolicyText(file: path, names: names).document)
  }
}

extension Policy {
  /// Reads and compiles a policy file.
  ///
  /// What it extends must stand in the same folder or below it, or be known to `names`.
  ///
  /// - Parameters:
  ///   - path: the path of the file, absolute or from the working directory.
  ///   - names: finds what is extended by name and not by path, such as the shipped policies.
  /// - Throws: an `InvalidInput` with every finding where one is an error, or why the file cannot
  ///   be read.
  public init(yamlFile path: String, names: PolicyFinder = .none) throws(InvalidInput) {
    self = try CompiledPolicy(yamlFile: path, names: names).policy
  }
}

extension PolicyText {
  /// Reads a policy file and what it extends.
  ///
  /// What it extends must stand in the same folder or below it, or be known to `names`.
  ///
  /// - Parameters:
  ///   - path: the path of the file, absolute or from the working directory.
  ///   - names: finds what is extended by name and not by path.
  /// - Throws: an `InvalidInput` with every finding, in this file and in those it extends, or why
  ///   it cannot be read.
  public init(file path: String, names: PolicyFinder = .none) throws(InvalidInput) {
    try self.init(file: path, names: names, noting: nil)
  }

  /// Reads a policy file and what it extends, and tells a register which files these are.
  package init(
    file path: String, names: PolicyFinder, noting register: FileRegister?
  ) throws(InvalidInput) {
    let bytes = try InputFile.read(path, limit: YAMLLimits.standard.bytes, noting: register)
    let root = PolicyFinder.folder(of: path)
    try self.init(
      bytes, name: path, finder: .files(below: root, names: names, noting: register))
  }
}
