internal import CLinkPolicyResources

/// The policies of this package, by their names in alphabetical order.
enum ShippedPolicy: String, CaseIterable {
  case firebase
  case firebaseEmulator = "firebase-emulator"
  case hardened
  case identityPlatform = "identity-platform"

  /// The policy as an image.
  var image: [UInt8] {
    switch self {
    case .firebase: [UInt8](.firebaseImage)
    case .firebaseEmulator: [UInt8](.firebaseEmulatorImage)
    case .hardened: [UInt8](.hardenedImage)
    case .identityPlatform: [UInt8](.identityPlatformImage)
    }
  }

  /// The policy as it is written.
  var yaml: [UInt8] {
    switch self {
    case .firebase: [UInt8](.firebaseText)
    case .firebaseEmulator: [UInt8](.firebaseEmulatorText)
    case .hardened: [UInt8](.hardenedText)
    case .identityPlatform: [UInt8](.identityPlatformText)
    }
  }
}
