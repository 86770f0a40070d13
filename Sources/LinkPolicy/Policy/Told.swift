/// What a decision may tell the outside, rendered; what its row does not let it tell is nil.
public struct Told: Sendable {
  /// The id of the account that the attempt points to.
  public var account: String?
  /// That account's sign-in methods in the order they were added: a provider's id, or the kind for
  /// everything but federated ones.
  public var methods: [String]?
  /// The ids of the providers of its federated methods.
  public var providers: [String]?
  /// The attempt's own credential, which comes back with `origin: returned`.
  public var credential: Lookup.Credential?
  /// Whether the address is registered.
  public var isRegistered: Bool?
}

extension Decision {
  /// What the decision tells: the values behind ``tell``.
  public var told: Told {
    var told = Told()
    let methods = pointedAccount?.methods.filter { !$0.isSuperseded } ?? []
    for disclosure in tell {
      switch disclosure {
      case .account: told.account = pointedAccount?.id
      case .methods: told.methods = methods.map { $0.word }
      case .providers:
        told.providers = methods.filter { $0.kind == .federated }.map { $0.provider }
      case .credential: told.credential = returnedCredential
      case .registered: told.isRegistered = pointedAccount != nil
      }
    }
    return told
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
