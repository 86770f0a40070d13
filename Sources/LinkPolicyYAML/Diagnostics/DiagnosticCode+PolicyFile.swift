internal import LinkPolicy
public import LinkPolicyDiagnostics

extension DiagnosticCode {
  /// Something that a map has to say is left out.
  public static var missingKey: Self { Self("missing-key") }
  /// A key that stands for nothing.
  public static var unknownKey: Self { Self("unknown-key") }
  /// A scalar where a list or map is expected, or the other way round.
  public static var wrongType: Self { Self("wrong-type") }
  /// A word that is none of those that can stand here.
  public static var unknownValue: Self { Self("unknown-value") }
  /// A format version that this package does not read.
  public static var unknownVersion: Self { Self("unknown-version") }
  /// A condition that `given:` states already.
  public static var repeatedCondition: Self { Self("repeated-condition") }
  /// A policy to extend that cannot be had, or extends itself.
  public static var unknownBase: Self { Self("unknown-base") }
  /// A policy whose meaning is not the one that it states.
  public static var changedMeaning: Self { Self("changed-meaning") }
  /// A digest that does not stand second.
  public static var misplacedDigest: Self { Self("misplaced-digest") }
  /// A policy to extend whose meaning is not the one pinned.
  public static var changedBase: Self { Self("changed-base") }
  /// An overlay of something that the base does not have.
  public static var unknownOverlay: Self { Self("unknown-overlay") }
}
