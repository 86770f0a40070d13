internal import LinkPolicy
public import LinkPolicyDiagnostics

/// The codes for findings in vector files; `LinkPolicyJSON` declares the codes for JSON keys and
/// types.
extension DiagnosticCode {
  /// A vector file has a version other than `vectors: 1`.
  public static var vectorVersion: Self { Self("vector-version") }
  /// A file, folder, suite or selection has no case.
  public static var vectorNoCases: Self { Self("vector-no-cases") }
  /// A case has no steps, and no text that must be rejected.
  public static var vectorNoSteps: Self { Self("vector-no-steps") }
  /// A case must have exactly one of `steps`, `reject-policy` and `reject-input`, and a rejected text exactly one of
  /// `text` and `hex`.
  public static var vectorInvalidCase: Self { Self("vector-invalid-case") }
  /// Two cases of a run or of a suite have the same id.
  public static var vectorDuplicateID: Self { Self("vector-duplicate-id") }
  /// Neither the case nor its file names the policy that decides.
  public static var vectorNoPolicy: Self { Self("vector-no-policy") }
  /// A step must have exactly one of `attempt`, `wait` and `set`.
  public static var vectorInvalidStep: Self { Self("vector-invalid-step") }
  /// A step refers to the session or ticket of a step that is not an earlier attempt.
  public static var vectorUnknownStep: Self { Self("vector-unknown-step") }
  /// A case names an account that cannot exist, such as `u3`, or a code lacks a required account or names an account
  /// although its purpose forbids an account.
  public static var vectorUnknownAccount: Self { Self("vector-unknown-account") }
  /// A step or code refers to a session that the case does not declare.
  public static var vectorUnknownSession: Self { Self("vector-unknown-session") }
  /// A row under `given` cannot result from any decision.
  public static var vectorImpossible: Self { Self("vector-impossible") }
  /// A step names a code, such as `c2` or `last`, that cannot have been mailed before.
  public static var vectorUnknownCode: Self { Self("vector-unknown-code") }
  /// The expectations of a step or the terms of a known failure contradict each other, or an expectation is empty.
  public static var vectorContradiction: Self { Self("vector-contradiction") }
  /// The name of a file ends in none of `.yaml`, `.yml`, `.json` and `.jsonl`, so its format is
  /// unknown.
  public static var vectorUnknownFormat: Self { Self("vector-unknown-format") }
}

/// The codes of the findings about suites: manifests and their files.
extension DiagnosticCode {
  /// A manifest has a format that this package does not read, or a malformed `version`.
  public static var suiteFormat: Self { Self("suite-format") }
  /// A path in a manifest is absolute, leads out of the suite's folder, has an unexpected suffix, or is listed twice.
  public static var suitePath: Self { Self("suite-path") }
  /// A suite contains a symbolic link; put the file itself into the suite's folder.
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
  /// The body of a case differs from the hash in the suite's index, or the index lacks the case.
  public static var suiteEdited: Self { Self("suite-edited") }
  /// A case has an undeclared flag, or no case has a declared flag.
  public static var suiteFlag: Self { Self("suite-flag") }
  /// A case has neither `proves` nor `source`, or its `proves` contains a malformed statement.
  public static var suiteProves: Self { Self("suite-proves") }
  /// A case has no attempt and states no expected accounts, so the case cannot fail.
  public static var suiteExpectation: Self { Self("suite-expectation") }
}
