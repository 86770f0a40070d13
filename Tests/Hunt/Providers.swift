import LinkPolicy

/// A provider that is played: a declared one, or one of two members of a family.
struct PlayedProvider {
  /// The id, such as `google.com` or `oidc.one`.
  var id: String
  /// The kinds of sign-in that it offers.
  var kinds: [MethodKind]
  /// Whether its assertions carry addresses.
  var givesEmail: Bool
  /// Whether anybody can run it, and what it says of subjects counts as another provider's word.
  var speaksForOthers: Bool

  /// The providers of a policy.
  static func all(of table: ProviderTable) -> [PlayedProvider] {
    var played: [PlayedProvider] = []
    for (value, declared) in table.providers.enumerated() {
      for name in declared.isFamily ? ["one", "two"] : ["one"] {
        let id = table.example(of: value, named: name)
        guard table.value(of: id) == value else { continue }
        let sharers = table.providers.indices.filter {
          $0 != value && table.haveSameIssuer(table.example(of: $0, named: "one"), id)
        }
        let isShared =
          !sharers.isEmpty
          || (declared.isFamily
            && table.haveSameIssuer(id, table.example(of: value, named: "three")))
        played.append(
          PlayedProvider(
            id: id, kinds: declared.kinds, givesEmail: declared.givesEmail,
            speaksForOthers: declared.isFamily && isShared))
      }
    }
    return played
  }
}

/// What identity providers really do, whatever a policy believes of them.
///
/// The rows of `Sources/LinkPolicyPresets/Assumptions/default.yaml`, written again by hand: under its
/// switches no address passes to somebody else, so that who ever owned one is who owns it, and the
/// attacker has no tenant of his own at Microsoft.
enum ProviderHabits {
  /// The provider that gives addresses at a domain; nil for a domain of nobody in particular.
  static func home(of domain: String) -> String? {
    switch domain {
    case "gmail.com", "googlemail.com": "google.com"
    case "yahoo.com": "yahoo.com"
    case "outlook.com", "hotmail.com": "microsoft.com"
    case "icloud.com", "me.com", "mac.com", "privaterelay.appleid.com": "apple.com"
    default: nil
    }
  }

  /// Whether nobody but whoever reads the mail of an address can have a provider assert it.
  static func isReadersAlone(_ provider: String, _ domain: String) -> Bool {
    switch provider {
    // Verified once at least, and no address has changed hands since.
    case "google.com", "apple.com", "github.com", "yahoo.com": true
    // Of its own mail domains, by any tenant that there is.
    case "microsoft.com": domain == "outlook.com" || domain == "hotmail.com"
    // Whatever somebody entered there.
    default: false
    }
  }
}
