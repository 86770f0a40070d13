public import LinkPolicy

/// The policies that ship with the package, as images in the binary.
///
/// Loading one takes less than a millisecond and happens once, at its first use. What reads their text is in
/// `LinkPolicyPresetsYAML`.
public enum Presets {
  /// The names, in alphabetical order.
  public static var names: [String] {
    ["firebase", "firebase-emulator", "hardened", "identity-platform"]
  }

  /// Firebase Authentication, as documented.
  public static let firebase = loaded(PackageResources.firebase_image)

  /// The Firebase Auth emulator, as recorded.
  public static let firebaseEmulator = loaded(PackageResources.firebase_emulator_image)

  /// Firebase Authentication with the ways to take over an account closed.
  public static let hardened = loaded(PackageResources.hardened_image)

  /// Identity Platform, as documented: Firebase Authentication with tenants.
  public static let identityPlatform = loaded(PackageResources.identity_platform_image)

  /// A shipped policy, or nil for a name that none has.
  public static func policy(named name: String) -> Policy? {
    switch name {
    case "firebase": firebase
    case "firebase-emulator": firebaseEmulator
    case "hardened": hardened
    case "identity-platform": identityPlatform
    default: nil
    }
  }

  /// The image of a shipped policy, or nil for a name that none has.
  public static func image(named name: String) -> [UInt8]? {
    switch name {
    case "firebase": PackageResources.firebase_image
    case "firebase-emulator": PackageResources.firebase_emulator_image
    case "hardened": PackageResources.hardened_image
    case "identity-platform": PackageResources.identity_platform_image
    default: nil
    }
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

  /// The policy of an image of this package.
  ///
  /// Checked like every other. One that is refused is no input of anybody's but a fault of the package, which its
  /// tests find before it ships; there is nothing that a caller could do about it.
  private static func loaded(_ image: [UInt8]) -> Policy {
    do throws(InvalidImage) {
      return try Policy(image: image)
    } catch {
      fatalError("an image that LinkPolicyPresets ships is refused: " + error.message)
    }
  }
}
