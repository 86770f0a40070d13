internal import CLinkPolicyResources
public import LinkPolicy

/// The policies that ship with the package, as images in the binary.
///
/// Loading one takes less than a millisecond and happens once, at its first use. What reads their text is in
/// `LinkPolicyPresetsYAML`.
public enum Presets {
  /// The names, in alphabetical order.
  public static var names: [String] { ShippedPolicy.allCases.map { $0.rawValue } }

  /// Firebase Authentication, as documented.
  public static let firebase = loaded(.firebase)

  /// The Firebase Auth emulator, as recorded.
  public static let firebaseEmulator = loaded(.firebaseEmulator)

  /// Firebase Authentication with the ways to take over an account closed.
  public static let hardened = loaded(.hardened)

  /// Identity Platform, as documented: Firebase Authentication with tenants.
  public static let identityPlatform = loaded(.identityPlatform)

  /// Looks a shipped policy up by name, ready to decide.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the policy; nil for a name that none has.
  public static func policy(named name: String) -> Policy? {
    switch ShippedPolicy(rawValue: name) {
    case .firebase: firebase
    case .firebaseEmulator: firebaseEmulator
    case .hardened: hardened
    case .identityPlatform: identityPlatform
    case nil: nil
    }
  }

  /// Looks up the bytes that a shipped policy is loaded from.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the image, which `Policy(image:)` loads; nil for a name that none has.
  public static func image(named name: String) -> [UInt8]? {
    ShippedPolicy(rawValue: name)?.image
  }

  /// Looks up the text that a shipped policy is made from.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the policy file in UTF-8; nil for a name that none has.
  public static func yaml(named name: String) -> [UInt8]? {
    ShippedPolicy(rawValue: name)?.yaml
  }

  /// What identity providers do, as far as it is documented: the assumptions of a proof.
  public static var assumptions: [UInt8] { [UInt8](.assumptions) }

  /// The policy of an image of this package.
  ///
  /// Checked like every other. One that is refused is no input of anybody's but a fault of the package, which its
  /// tests find before it ships; there is nothing that a caller could do about it.
  private static func loaded(_ shipped: ShippedPolicy) -> Policy {
    do throws(InvalidImage) {
      return try Policy(image: shipped.image)
    } catch {
      fatalError("an image that LinkPolicyPresets ships is refused: " + error.message)
    }
  }
}
