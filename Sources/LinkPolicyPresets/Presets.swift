public import LinkPolicy
public import LinkPolicyYAML

/// The policies that ship with the package.
public enum Presets {
  /// The names, in alphabetical order.
  public static var names: [String] {
    ["firebase", "firebase-emulator", "hardened", "identity-platform"]
  }

  /// Firebase Authentication, as documented.
  ///
  /// Compiled at each call; keep the policy. Throws an ``InvalidInput`` only where the package
  /// itself is broken.
  public static func firebase() throws(InvalidInput) -> Policy {
    try policy(named: "firebase")
  }

  /// The Firebase Auth emulator, as recorded.
  ///
  /// Compiled at each call; keep the policy. Throws an ``InvalidInput`` only where the package
  /// itself is broken.
  public static func firebaseEmulator() throws(InvalidInput) -> Policy {
    try policy(named: "firebase-emulator")
  }

  /// Firebase Authentication with the ways to take over an account closed.
  ///
  /// Compiled at each call; keep the policy. Throws an ``InvalidInput`` only where the package
  /// itself is broken.
  public static func hardened() throws(InvalidInput) -> Policy {
    try policy(named: "hardened")
  }

  /// Identity Platform, as documented: Firebase Authentication with tenants.
  ///
  /// Compiled at each call; keep the policy. Throws an ``InvalidInput`` only where the package
  /// itself is broken.
  public static func identityPlatform() throws(InvalidInput) -> Policy {
    try policy(named: "identity-platform")
  }

  /// The text of a shipped policy, or nil for a name that none has.
  public static func yaml(named name: String) -> [UInt8]? {
    switch name {
    case "firebase": PackageResources.firebase_yaml
    case "firebase-emulator": PackageResources.firebase_emulator_yaml
    case "hardened": PackageResources.hardened_yaml
    case "identity-platform": PackageResources.identity_platform_yaml
    default: nil
    }
  }

  /// What identity providers do, as far as it is documented: the assumptions of a proof.
  public static var assumptions: [UInt8] { PackageResources.default_yaml }

  /// A finder of the shipped policies, for those that extend them.
  public static var finder: PolicyFinder {
    PolicyFinder { reference, _ in
      guard let bytes = yaml(named: reference) else {
        return .notFound(
          "no policy of that name is shipped; known are \(names.joined(separator: ", "))")
      }
      return .found(name: reference + ".yaml", bytes: bytes)
    }
  }

  /// Reads and compiles a shipped policy.
  ///
  /// Throws an ``InvalidInput`` for a name that none has.
  public static func policy(named name: String) throws(InvalidInput) -> Policy {
    try Policy(text(named: name).document)
  }

  /// Reads a shipped policy.
  ///
  /// Throws an ``InvalidInput`` for a name that none has.
  public static func text(named name: String) throws(InvalidInput) -> PolicyText {
    guard let bytes = yaml(named: name) else {
      throw InvalidInput(
        [
          Diagnostic(
            .unknownName, .error, "no policy `\(name)` is shipped", at: nil,
            help: "known are \(names.joined(separator: ", "))")
        ], in: SourceMap())
    }
    return try PolicyText(bytes, name: name + ".yaml", finder: finder)
  }
}
