internal import LinkPolicy
public import LinkPolicyDiagnostics

/// The codes of the findings of the vector readers; the JSON module declares those about the shape of JSON.
extension DiagnosticCode {
  /// A file has a version that this package does not read.
  public static var vectorVersion: Self { Self("vector-version") }
  /// A file has no case.
  public static var vectorNoCases: Self { Self("vector-no-cases") }
  /// A case has no step.
  public static var vectorNoSteps: Self { Self("vector-no-steps") }
  /// A case has no known kind of content, or several kinds.
  public static var vectorInvalidCase: Self { Self("vector-invalid-case") }
  /// An id is used by two cases of the run.
  public static var vectorDuplicateID: Self { Self("vector-duplicate-id") }
  /// A case has no policy.
  public static var vectorNoPolicy: Self { Self("vector-no-policy") }
  /// A step has no known kind of content, or several kinds.
  public static var vectorInvalidStep: Self { Self("vector-invalid-step") }
  /// A step refers to a step that does not precede it.
  public static var vectorUnknownStep: Self { Self("vector-unknown-step") }
  /// An account id is one that no earlier step can have created.
  public static var vectorUnknownAccount: Self { Self("vector-unknown-account") }
  /// A step or code refers to a session that the case does not declare.
  public static var vectorUnknownSession: Self { Self("vector-unknown-session") }
  /// A given row is one that no decision could have written.
  public static var vectorImpossible: Self { Self("vector-impossible") }
  /// A code id is one that no earlier step can have mailed.
  public static var vectorUnknownCode: Self { Self("vector-unknown-code") }
  /// Expectations contradict each other.
  public static var vectorContradiction: Self { Self("vector-contradiction") }
  /// The name of a file does not determine its format.
  public static var vectorUnknownFormat: Self { Self("vector-unknown-format") }
}

/// The codes of the findings about suites: manifests and their files.
extension DiagnosticCode {
  /// A manifest has a version that this package does not read.
  public static var suiteFormat: Self { Self("suite-format") }
  /// A path is absolute, leaves the suite's folder, or does not end like a vector file.
  public static var suitePath: Self { Self("suite-path") }
  /// A path contains a symbolic link.
  public static var suiteLink: Self { Self("suite-link") }
  /// A shard is truncated.
  public static var suiteTruncated: Self { Self("suite-truncated") }
  /// The number of cases in a shard differs from the manifest.
  public static var suiteCount: Self { Self("suite-count") }
  /// The SHA-256 of a shard differs from the manifest.
  public static var suiteDigest: Self { Self("suite-digest") }
  /// The digest of a policy differs from the manifest.
  public static var suitePolicy: Self { Self("suite-policy") }
  /// A file of the folder is missing from the manifest.
  public static var suiteUnlisted: Self { Self("suite-unlisted") }
  /// An id does not match the id format of the manifest, or is retired.
  public static var suiteID: Self { Self("suite-id") }
  /// The cases of a shard are not sorted by id.
  public static var suiteOrder: Self { Self("suite-order") }
  /// The body of a case differs from the index.
  public static var suiteEdited: Self { Self("suite-edited") }
  /// A flag is missing from the manifest, or no case has it.
  public static var suiteFlag: Self { Self("suite-flag") }
  /// A case has no statements, or one in an unknown form.
  public static var suiteProves: Self { Self("suite-proves") }
  /// A case has no expectation.
  public static var suiteExpectation: Self { Self("suite-expectation") }
}
