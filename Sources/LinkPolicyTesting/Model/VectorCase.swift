public import LinkPolicy
package import LinkPolicyJSON

/// One vector: a sequence of steps with what each must answer, or a text that must be refused.
///
/// Made by a ``VectorReader``. The positions refer to the file it was read from.
public struct VectorCase: Sendable {
  /// The permanent id, never used again for another case.
  public var id: String
  /// The name of the policy it is about; empty where a text must not load as a policy.
  public var policy: String
  /// One line about it.
  public var title: String?
  /// The statements it proves.
  public var proves: [String]
  /// The properties it was made to exercise.
  public var flags: [String]
  /// The policies under which it is known to fail.
  public var known: [KnownFailure]
  /// Where its expectations come from.
  public var source: String?
  /// Free text.
  public var comment: String?
  /// The tier of the shard it stands in; nil for a file that no manifest lists.
  public var tier: Tier?
  /// The name of the file it was read from.
  public var file: String
  /// Where it stands in that file.
  public var position: SourcePosition

  /// What it is made of.
  package var content: Content
  /// The case as it is written, only where the reader was asked to keep it.
  ///
  /// A `policy` that only the file names is not in it.
  package var json: JSONValue?

  /// What a case is made of.
  package enum Content: Sendable {
    /// Steps, and what they come to.
    case sequence(VectorSequence)
    /// A text that must not load as a policy.
    case rejectedPolicy(RejectedText)
    /// A request that must be refused.
    case rejectedInput(RejectedText)
  }

  /// The number of its steps, waiting included; none for a text that must be refused.
  public var stepCount: Int { steps.count }

  /// The word for what it is: `sequence`, `reject-policy` or `reject-input`.
  public var kind: String {
    switch content {
    case .sequence: "sequence"
    case .rejectedPolicy: "reject-policy"
    case .rejectedInput: "reject-input"
    }
  }

  /// Whether a policy has to be found before it can be played.
  public var needsPolicy: Bool {
    if case .rejectedPolicy = content { false } else { true }
  }

  /// Its steps; none where it is no sequence.
  package var steps: [VectorStep] { sequence?.steps ?? [] }

  /// The sequence; nil for a text that must be refused.
  package var sequence: VectorSequence? {
    if case .sequence(let sequence) = content { sequence } else { nil }
  }
}
