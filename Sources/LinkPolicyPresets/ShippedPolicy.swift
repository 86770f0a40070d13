/// The policies of this package, by their names in alphabetical order.
enum ShippedPolicy: String, CaseIterable {
  case firebase
  case firebaseEmulator = "firebase-emulator"
  case hardened
  case identityPlatform = "identity-platform"

  /// The policy as an image.
  var image: [UInt8] {
    switch self {
    case .firebase: PackageResources.firebase_image
    case .firebaseEmulator: PackageResources.firebase_emulator_image
    case .hardened: PackageResources.hardened_image
    case .identityPlatform: PackageResources.identity_platform_image
    }
  }

  /// The policy as it is written.
  var yaml: [UInt8] {
    switch self {
    case .firebase: PackageResources.firebase_yaml
    case .firebaseEmulator: PackageResources.firebase_emulator_yaml
    case .hardened: PackageResources.hardened_yaml
    case .identityPlatform: PackageResources.identity_platform_yaml
    }
  }
}
