internal import CLinkPolicyCatalog
public import LinkPolicy

/// Policies of real systems, such as Supabase or Keycloak, each pinned to the version that it describes.
///
/// Use these policies for comparison, review and migration: `linkpolicy compare supabase firebase` shows where two
/// systems decide differently. The folder `Systems` of the package contains the texts, vectors, sources and omissions
/// of these policies. A service that does not import this module does not contain the policies.
public enum Catalog {
  /// The names of the systems, in alphabetical order.
  public static var names: [String] { CatalogSystem.allCases.map { $0.rawValue } }

  /// Loads the policy of a system from its image, in less than a millisecond.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the policy, ready to decide, or nil if no system has the name. Keep the policy, because each call loads
  ///   the policy again.
  public static func policy(named name: String) -> Policy? {
    guard let image = image(named: name) else { return nil }
    do throws(InvalidImage) {
      return try Policy(image: image)
    } catch {
      // A rejected image is a defect of the package, which its tests find before release.
      fatalError("an image that LinkPolicyCatalog ships is refused: " + error.message)
    }
  }

  /// Looks up the image of the policy of a system.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the image, which `Policy(image:)` loads, or nil if no system has the name.
  public static func image(named name: String) -> [UInt8]? {
    CatalogSystem(rawValue: name).map { $0.bytes(of: .image) }
  }

  /// Looks up the source text of the policy of a system.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: the policy file in UTF-8, or nil if no system has the name.
  public static func yaml(named name: String) -> [UInt8]? {
    CatalogSystem(rawValue: name).map { $0.bytes(of: .text) }
  }

  /// Looks up the assumptions of proofs about the policy of a system.
  ///
  /// - Parameter name: one of ``names``.
  /// - Returns: a file of assumptions in UTF-8, or nil if no system has the name.
  public static func assumptions(named name: String) -> [UInt8]? {
    CatalogSystem(rawValue: name).map { $0.bytes(of: .assumptions) }
  }
}

/// The systems, by name in alphabetical order.
private enum CatalogSystem: String, CaseIterable {
  case authJS = "auth-js"
  case betterAuth = "better-auth"
  case clerk
  case discourse
  case djangoAllauth = "django-allauth"
  case gitea
  case grafana
  case keycloak
  case kratos
  case logto
  case mastodon
  case pocketbase
  case supabase
  case vaultwarden
  case zitadel

  private var system: LinkPolicyCatalogSystem {
    switch self {
    case .authJS: .authJS
    case .betterAuth: .betterAuth
    case .clerk: .clerk
    case .discourse: .discourse
    case .djangoAllauth: .djangoAllauth
    case .gitea: .gitea
    case .grafana: .grafana
    case .keycloak: .keycloak
    case .kratos: .kratos
    case .logto: .logto
    case .mastodon: .mastodon
    case .pocketbase: .pocketbase
    case .supabase: .supabase
    case .vaultwarden: .vaultwarden
    case .zitadel: .zitadel
    }
  }

  /// Copies the bytes of a file, which are part of the binary and never change or move.
  func bytes(of file: LinkPolicyCatalogFile) -> [UInt8] {
    let resource = unsafe linkpolicy_catalog(system, file)
    return unsafe Array(UnsafeBufferPointer(start: resource.bytes, count: resource.count))
  }
}
