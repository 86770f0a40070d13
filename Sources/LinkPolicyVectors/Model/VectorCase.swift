public import LinkPolicy

/// One vector: a sequence of steps, what each must answer, and the accounts at the end.
///
/// Made by a ``VectorReader``. The positions refer to the file it was read from.
public struct VectorCase: Sendable {
  /// The permanent id, never used again for another case.
  public var id: String
  /// The name of the policy it is about.
  public var policy: String
  /// One line about it.
  public var title: String?
  /// The statements it proves.
  public var proves: [String]
  /// The properties it was made to exercise.
  public var flags: [String]
  /// Where its expectations come from.
  public var source: String?
  /// Free text.
  public var comment: String?
  /// The name of the file it was read from.
  public var file: String
  /// Where it stands in that file.
  public var position: SourcePosition
  /// The number of its steps, waiting included.
  public var stepCount: Int { steps.count }

  package var settings: Settings
  /// The tenant of attempts and given accounts that name none.
  package var tenant: String?
  package var given: [Account]
  package var orphans: [VectorOrphan]
  package var steps: [VectorStep]
  /// The accounts at the end; nil where nothing is said of them.
  package var accounts: [ExpectedAccount]?
}

/// A credential whose account is gone.
package struct VectorOrphan: Sendable {
  package var provider: String
  package var subject: String
}
