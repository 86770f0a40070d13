internal import LinkPolicy
public import LinkPolicyDiagnostics

/// The codes for findings in vector files; `LinkPolicyJSON` declares the codes for JSON keys and
/// types.
extension DiagnosticCode {
  /// A file has a version that this package does not read.
  public static var vectorVersion: Self { Self("vector-version") }
  /// A file has no case.
  public static var vectorNoCases: Self { Self("vector-no-cases") }
  /// A case has no steps, and no text that must be rejected.
  public static var vectorNoSteps: Self { Self("vector-no-steps") }
  /// A case must have exactly one of `steps`, `reject-policy` and `reject-input`.
  public static var vectorInvalidCase: Self { Self("vector-invalid-case") }
  /// Two cases of the run have the same id.
  public static var vectorDuplicateID: Self { Self("vector-duplicate-id") }
  /// Neither the case nor the command names the policy that decides.
  public static var vectorNoPolicy: Self { Self("vector-no-policy") }
  /// A step must have exactly one of `attempt`, `wait` and `set`.
  public static var vectorInvalidStep: Self { Self("vector-invalid-step") }
  /// A step refers to a step that is not an earlier step.
  public static var vectorUnknownStep: Self { Self("vector-unknown-step") }
  /// A step names an account id, such as `u3`, that no earlier step can have created.
  public static var vectorUnknownAccount: Self { Self("vector-unknown-account") }
  /// A step or code refers to a session that the case does not declare.
  public static var vectorUnknownSession: Self { Self("vector-unknown-session") }
  /// A row under `given` cannot result from any decision.
  public static var vectorImpossible: Self { Self("vector-impossible") }
  /// A step names a code id, such as `c2`, that no earlier step can have mailed.
  public static var vectorUnknownCode: Self { Self("vector-unknown-code") }
  /// The expectations of a step contradict each other, or an object of expectations is empty.
  public static var vectorContradiction: Self { Self("vector-contradiction") }
  /// The name of a file ends in none of `.yaml`, `.yml`, `.json` and `.jsonl`, so its format is
  /// unknown.
  public static var vectorUnknownFormat: Self { Self("vector-unknown-format") }
}

/// The codes of the findings about suites: manifests and their files.
extension DiagnosticCode {
  /// A manifest has a version that this package does not read.
  public static var suiteFormat: Self { Self("suite-format") }
  /// A path in a manifest is absolute, leads out of the suite's folder, or has an unexpected
  /// suffix.
  public static var suitePath: Self { Self("suite-path") }
  /// A path contains a symbolic link.
  public static var suiteLink: Self { Self("suite-link") }
  /// A shard ends without a line feed, or has fewer cases than the manifest states.
  public static var suiteTruncated: Self { Self("suite-truncated") }
  /// A shard has more cases than the manifest states.
  public static var suiteCount: Self { Self("suite-count") }
  /// The SHA-256 of a shard differs from the manifest.
  public static var suiteDigest: Self { Self("suite-digest") }
  /// The manifest's policies differ from the policies of the cases, for example in a digest, or a policy cannot be
  /// read.
  public static var suitePolicy: Self { Self("suite-policy") }
  /// A file of the folder is missing from the manifest.
  public static var suiteUnlisted: Self { Self("suite-unlisted") }
  /// An id does not match the id format of the manifest, or is retired.
  public static var suiteID: Self { Self("suite-id") }
  /// The cases of a shard are not sorted by id.
  public static var suiteOrder: Self { Self("suite-order") }
  /// A case was edited: the hash of its body differs from the hash in the suite's index.
  public static var suiteEdited: Self { Self("suite-edited") }
  /// A case has an undeclared flag, or no case has a declared flag.
  public static var suiteFlag: Self { Self("suite-flag") }
  /// A case has neither `proves` nor `source`, or a malformed statement in `proves`.
  public static var suiteProves: Self { Self("suite-proves") }
  /// A case has no attempt and states no expected accounts, so the case cannot fail.
  public static var suiteExpectation: Self { Self("suite-expectation") }
}
