internal import LinkPolicy
public import LinkPolicyDiagnostics

/// The findings of the vector readers; those about the shape itself are the JSON module's.
extension DiagnosticCode {
  /// A file of a version that this package does not read.
  public static var vectorVersion: Self { Self("vector-version") }
  /// A file without any case.
  public static var vectorNoCases: Self { Self("vector-no-cases") }
  /// A case without any step.
  public static var vectorNoSteps: Self { Self("vector-no-steps") }
  /// A case that is none of the possible kinds, or several at once.
  public static var vectorInvalidCase: Self { Self("vector-invalid-case") }
  /// An id that another case of the run has.
  public static var vectorDuplicateID: Self { Self("vector-duplicate-id") }
  /// A case for which no policy is named.
  public static var vectorNoPolicy: Self { Self("vector-no-policy") }
  /// A step that is none of the possible ones, or several at once.
  public static var vectorInvalidStep: Self { Self("vector-invalid-step") }
  /// A step that names another which does not come before it.
  public static var vectorUnknownStep: Self { Self("vector-unknown-step") }
  /// An account that no step before can have made.
  public static var vectorUnknownAccount: Self { Self("vector-unknown-account") }
  /// A step or a code names an id of a session that the case is not given.
  public static var vectorUnknownSession: Self { Self("vector-unknown-session") }
  /// Something given that no decision could have brought about.
  public static var vectorImpossible: Self { Self("vector-impossible") }
  /// A code that no step before can have mailed.
  public static var vectorUnknownCode: Self { Self("vector-unknown-code") }
  /// Expectations that cannot hold together.
  public static var vectorContradiction: Self { Self("vector-contradiction") }
  /// A file whose name does not say which format it has.
  public static var vectorUnknownFormat: Self { Self("vector-unknown-format") }
}
