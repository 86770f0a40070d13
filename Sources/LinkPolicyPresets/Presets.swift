package import CLinkPolicyResources
public import LinkPolicy

/// The policies that ship with the package, as images in the binary.
///
/// Each policy is loaded once, at its first use, in less than a millisecond. `LinkPolicyYAML` reads the policies as
/// text.
public enum Presets {
  /// The names of the shipped policies, in alphabetical order.
  public static var names: [String] { ShippedPolicy.allCases.map { $0.rawValue } }

  /// The documented behavior of Firebase Authentication.
  public static let firebase = loaded(.firebase)

  /// The behavior of the Firebase Auth emulator, as its recorded answers show.
  public static let firebaseEmulator = loaded(.firebaseEmulator)

  /// The behavior of Firebase Authentication, without the takeovers of accounts that Firebase Authentication permits.
  public static let hardened = loaded(.hardened)

  /// The policy ``hardened``, which also decides the events of identity providers and directories.
  public static let hardenedEvents = loaded(.hardenedEvents)

  /// The documented behavior of Identity Platform, which is Firebase Authentication with tenants.
  public static let identityPlatform = loaded(.identityPlatform)

  /// Looks up a shipped policy by name, ready to decide.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the policy, or nil if no policy has the name.
  public static func policy(named name: String) -> Policy? {
    switch ShippedPolicy(rawValue: name) {
    case .firebase: firebase
    case .firebaseEmulator: firebaseEmulator
    case .hardened: hardened
    case .hardenedEvents: hardenedEvents
    case .identityPlatform: identityPlatform
    case nil: nil
    }
  }

  /// Looks up the image of a shipped policy.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the image, which `Policy(image:)` loads, or nil if no policy has the name.
  public static func image(named name: String) -> [UInt8]? {
    ShippedPolicy(rawValue: name)?.image
  }

  /// Looks up the source text of a shipped policy.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the policy file in UTF-8, or nil if no policy has the name.
  public static func yaml(named name: String) -> [UInt8]? {
    ShippedPolicy(rawValue: name)?.yaml
  }

  /// The documented behavior of identity providers, as a file of assumptions for proofs.
  public static var assumptions: [UInt8] { [UInt8](.assumptions) }

  /// Loads the policy from an image of this package.
  ///
  /// The function checks the image like any other image. A rejected image is a defect of the package; the tests of the
  /// package find such a defect before release. No caller could handle the error, so the function stops the process.
  private static func loaded(_ shipped: ShippedPolicy) -> Policy {
    do throws(InvalidImage) {
      return try Policy(image: shipped.image)
    } catch {
      fatalError("an image that LinkPolicyPresets ships is refused: " + error.message)
    }
  }
}

/// The policies of this package, by name in alphabetical order.
enum ShippedPolicy: String, CaseIterable {
  case firebase
  case firebaseEmulator = "firebase-emulator"
  case hardened
  case hardenedEvents = "hardened-events"
  case identityPlatform = "identity-platform"

  /// The policy as an image.
  var image: [UInt8] {
    switch self {
    case .firebase: [UInt8](.firebaseImage)
    case .firebaseEmulator: [UInt8](.firebaseEmulatorImage)
    case .hardened: [UInt8](.hardenedImage)
    case .hardenedEvents: [UInt8](.hardenedEventsImage)
    case .identityPlatform: [UInt8](.identityPlatformImage)
    }
  }

  /// The policy as YAML text.
  var yaml: [UInt8] {
    switch self {
    case .firebase: [UInt8](.firebaseText)
    case .firebaseEmulator: [UInt8](.firebaseEmulatorText)
    case .hardened: [UInt8](.hardenedText)
    case .hardenedEvents: [UInt8](.hardenedEventsText)
    case .identityPlatform: [UInt8](.identityPlatformText)
    }
  }
}

extension [UInt8] {
  /// Copies the bytes of a file that is part of the binary.
  ///
  /// The bytes were written by C's `#embed`: `sizeof` is their exact length, and the bytes never change or move. No
  /// other code of this module reads memory through a C pointer.
  package init(_ resource: LinkPolicyResource) {
    unsafe self.init(UnsafeBufferPointer(start: resource.bytes, count: resource.count))
  }

  /// Copies the bytes of a file of this module.
  init(_ file: LinkPolicyPresetFile) {
    unsafe self.init(linkpolicy_preset(file))
  }
}
