internal import LinkPolicy
public import LinkPolicyAuthoring
public import LinkPolicyDiagnostics
public import LinkPolicyPresets

extension Presets {
  /// A finder of shipped policies, for texts that extend a shipped policy by name.
  public static var finder: PolicyFinder {
    PolicyFinder { reference, _ in
      guard let bytes = yaml(named: reference) else {
        return .notFound(
          "no policy of that name is shipped; the shipped policies are \(names.joined(separator: ", "))"
        )
      }
      return .found(name: reference + ".yaml", bytes: bytes)
    }
  }

  /// Reads and compiles a shipped policy, for access to its document and tables.
  ///
  /// - Parameter name: one of `names`.
  /// - Returns: the policy with its document, tables and warnings.
  /// - Throws: an `InvalidInput` that lists the shipped policies if none of them has this name.
  public static func compiled(named name: String) throws(InvalidInput) -> CompiledPolicy {
    try CompiledPolicy(text(named: name).document)
  }

  /// Reads the text of a shipped policy, without compiling the policy.
  ///
  /// - Parameter name: one of `names`.
  /// - Returns: the policy as written, ready to be compiled or printed.
  /// - Throws: an `InvalidInput` that lists the shipped policies if none of them has this name.
  public static func text(named name: String) throws(InvalidInput) -> PolicyText {
    guard let bytes = yaml(named: name) else { throw unknown(name) }
    return try PolicyText(bytes, name: name + ".yaml", finder: finder)
  }

  /// Returns the resolved text of a shipped policy, as `linkpolicy expand` prints it.
  ///
  /// - Parameter name: one of `names`; any other name stops the process.
  /// - Returns: the text in UTF-8, without `extends`.
  package static func expanded(named name: String) -> [UInt8] {
    do throws(InvalidInput) {
      return try text(named: name).expanded
    } catch {
      fatalError(
        "a policy that LinkPolicyPresets ships cannot be read: \(error.diagnostics.first?.message ?? "")"
      )
    }
  }

  /// Returns the error for a name that no shipped policy has.
  ///
  /// - Parameter name: the name as given.
  /// - Returns: an error that lists the known names.
  package static func unknown(_ name: String) -> InvalidInput {
    InvalidInput(
      [
        Diagnostic(
          .unknownName, .error, "no policy `\(name)` is shipped", at: nil,
          help: "the shipped policies are \(names.joined(separator: ", "))")
      ], in: SourceMap())
  }
}
