/// The values that a decision may disclose to the outside; what its row does not disclose is nil.
public struct DisclosedValues: Sendable {
  /// The id of the account that the attempt points to.
  public var account: String?
  /// That account's sign-in methods of the kinds and in the order that the policy lists: a provider's
  /// id, or the kind for everything but federated ones.
  public var methods: [String]?
  /// Those of them that go by the account's address: password and e-mail link.
  public var addressMethods: [String]?
  /// The ids of the providers of its federated methods.
  public var providers: [String]?
  /// The attempt's own credential, which comes back with `origin: returned`.
  public var credential: Lookup.Credential?
  /// Whether the address is registered.
  public var isRegistered: Bool?
}

extension Decision {
  /// What the decision discloses to the outside: the values behind ``tell``.
  public var disclosed: DisclosedValues {
    var disclosed = DisclosedValues()
    let methods = pointedAccount?.methods.filter { !$0.isSuperseded } ?? []
    let listed = image.vocabulary.listed(pointedAccount?.methods ?? [])
    for disclosure in tell {
      switch disclosure {
      case .account: disclosed.account = pointedAccount?.id
      case .methods: disclosed.methods = listed.map { $0.word }
      case .addressMethods:
        disclosed.addressMethods = listed.filter { $0.closedKind.isSubjectTheAddress }.map {
          $0.word
        }
      case .providers:
        disclosed.providers = methods.filter { $0.kind == .federated }.map { $0.provider }
      case .credential: disclosed.credential = returnedCredential
      case .registered: disclosed.isRegistered = pointedAccount != nil
      }
    }
    return disclosed
  }

  private var returnedCredential: Lookup.Credential? {
    guard let assertion = attempt.assertion, let subject = assertion.subject ?? address,
      let kind = MethodKind(rawValue: UInt8(truncatingIfNeeded: facts[.kind]))
    else { return nil }
    return Lookup.Credential(
      issuer: image.vocabulary.providers.issuer(of: assertion.provider),
      subject: subject, kind: kind)
  }
}

extension Method {
  /// The method as it is told to people: the provider's id, or the kind for all but federated ones.
  ///
  /// Where the kind was not given it is the provider's id too.
  public var word: String {
    guard let kind, kind != .federated else { return provider }
    return kind.name.text
  }
}
