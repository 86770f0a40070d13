/// The answer of a policy's row or guard: the outcome, effects, remedy and disclosures.
///
/// An answer has constant size, because its properties read the row from the policy's image.
public struct PolicyAnswer: Sendable {
  let image: PolicyImage
  let source: Decision.Source
  /// The index of the table that decided.
  let table: Int

  /// The index of the deciding row or guard; nil if neither a row nor a guard decided.
  private var rowPlace: Int? { image.row(of: source, inTable: table) }

  /// The actual outcome of the attempt; report ``shown`` to the client instead.
  public var outcome: Decision.Outcome {
    guard let rowPlace else { return .refused(image.refusal(of: source)) }
    guard let error = image.error(ofRow: rowPlace) else { return .allowed }
    return .refused(Refusal(image, .declared(error)))
  }

  /// The outcome to report to the client, which can hide the actual outcome, for example a refusal that would reveal an
  /// account.
  public var shown: Decision.Outcome {
    guard let rowPlace else { return outcome }
    return switch image.shown(ofRow: rowPlace) {
    case .allowed: .allowed
    case .error(let index): .refused(Refusal(image, .declared(index)))
    case .outcome: outcome
    }
  }

  /// The effects of the deciding row, in order; a store applies all effects or none.
  public var effects: [Effect] {
    rowPlace.map { image.effects(ofRow: $0) } ?? []
  }

  /// The remedy: the person's next step, such as a sign-in with an existing method; nil if the answer has no remedy.
  public var ask: Remedy? {
    rowPlace.flatMap { image.ask(ofRow: $0) }
  }

  /// The kinds of values that the client may receive, such as the account's sign-in methods.
  public var tell: [Disclosure] {
    rowPlace.map { image.tell(ofRow: $0) } ?? []
  }

  /// Whether the policy allows the attempt, even if ``shown`` reports another outcome.
  public var isAllowed: Bool {
    guard let rowPlace else { return false }
    return image.error(ofRow: rowPlace) == nil
  }

  /// The deciding row or guard; nil if the facts are declared impossible or contradict each other, or if the ticket is
  /// stale.
  public var row: Decision.RowReference? {
    guard let rowPlace else { return nil }
    let name =
      switch source {
      case .row: image.key(ofTable: table).text
      case .guarding, .would, .impossible, .cannotOccur, .staleTicket: "guards"
      }
    return image.reference(toRow: rowPlace, of: name)
  }

  /// The row that a guard with `would` overruled, because the guard refuses an effect of the row; nil if no guard with
  /// `would` decided.
  public var refusedRow: Decision.RowReference? {
    guard case .would(_, let row) = source else { return nil }
    return image.reference(
      toRow: image.row(row, ofTable: table), of: image.key(ofTable: table).text)
  }

  /// The answer in compiled form; nil if neither a row nor a guard decided.
  var compiled: CompiledAnswer? {
    rowPlace.map { image.answer(ofRow: $0) }
  }
}

extension Policy {
  /// The answers of all rows, one array for each table.
  package var rowAnswers: [[PolicyAnswer]] {
    image.tables.indices.map { table in
      (0..<image.rowCount(ofTable: table)).map { row in
        PolicyAnswer(image: image, source: .row(row), table: table)
      }
    }
  }

  /// The answers of all guards; a guard has the same answer in every table.
  package var guardAnswers: [PolicyAnswer] {
    image.tables.isEmpty
      ? []
      : image.guards.indices.map { PolicyAnswer(image: image, source: .guarding($0), table: 0) }
  }
}

/// The values that a decision discloses to the client.
///
/// A property is nil if the deciding row or guard does not disclose the value, or if the value does not exist.
public struct DisclosedValues: Sendable {
  /// The id of the account to which the attempt points.
  public var account: String?
  /// The account's sign-in methods; the policy declares which kinds are listed, and in which order.
  ///
  /// The array contains the provider's id for a federated method, such as `google.com`. For any other method, the
  /// array contains the kind, such as `password`.
  public var methods: [String]?
  /// The listed methods whose subject is the account's address: password and e-mail link.
  public var addressMethods: [String]?
  /// The provider ids of the account's federated methods, such as `google.com`, without superseded methods.
  public var providers: [String]?
  /// The credential that the attempt asserted.
  ///
  /// The service may assert the credential in a later attempt, with the origin `returned`.
  public var credential: Lookup.Credential?
  /// Whether the address is registered: true if the attempt points to an account.
  public var isRegistered: Bool?
}

extension Decision {
  /// The values that the decision discloses to the client, as ``tell`` lists them.
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
  /// The method's name in disclosures: the kind, or for a federated method the provider's id.
  ///
  /// For a method whose kind is nil, the name is also the provider's id.
  public var word: String {
    guard let kind, kind != .federated else { return provider }
    return kind.name.text
  }
}
