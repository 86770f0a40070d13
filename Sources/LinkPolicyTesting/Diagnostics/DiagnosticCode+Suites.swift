internal import LinkPolicy
public import LinkPolicyDiagnostics

/// The findings about suites: manifests, and the files they list.
extension DiagnosticCode {
  /// A manifest of a version that this package does not read.
  public static var suiteFormat: Self { Self("suite-format") }
  /// A path that is absolute, leads out of the suite's folder, or names no vector file.
  public static var suitePath: Self { Self("suite-path") }
  /// A path through a symbolic link.
  public static var suiteLink: Self { Self("suite-link") }
  /// A shard that was cut off.
  public static var suiteTruncated: Self { Self("suite-truncated") }
  /// A shard with another number of cases than the manifest says.
  public static var suiteCount: Self { Self("suite-count") }
  /// A shard with another SHA-256 than the manifest says.
  public static var suiteDigest: Self { Self("suite-digest") }
  /// A policy with another digest than the manifest says.
  public static var suitePolicy: Self { Self("suite-policy") }
  /// A file of the folder that the manifest does not list.
  public static var suiteUnlisted: Self { Self("suite-unlisted") }
  /// An id that is not what the manifest says ids are, or is retired.
  public static var suiteID: Self { Self("suite-id") }
  /// A shard whose cases are not sorted by their ids.
  public static var suiteOrder: Self { Self("suite-order") }
  /// A case whose body is not the one that the index knows.
  public static var suiteEdited: Self { Self("suite-edited") }
  /// A flag that the manifest does not declare, or no case has.
  public static var suiteFlag: Self { Self("suite-flag") }
  /// A case that does not say what it proves, or in no known form.
  public static var suiteProves: Self { Self("suite-proves") }
  /// A case without an expectation.
  public static var suiteExpectation: Self { Self("suite-expectation") }
}
