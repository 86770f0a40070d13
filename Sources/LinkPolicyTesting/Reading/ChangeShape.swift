internal import LinkPolicy
internal import LinkPolicyJSON

/// The shape of a value in a change set, of which an expectation may write any part.
indirect enum ChangeShape: Sendable {
  /// A string.
  case text
  /// One of the kinds of methods.
  case kind
  /// One of the states of accounts.
  case state
  /// An integer.
  case number
  /// `true` or `false`.
  case flag
  /// A value of another shape, or `null`.
  case nullable(ChangeShape)
  /// An array of values of another shape.
  case list(ChangeShape)
  /// An object with some of these keys, and no others.
  case object([(key: String, shape: ChangeShape)])
  /// Who holds a credential: an id, `{gone: true}`, or `null`.
  case holder

  /// Reports what is wrong with a value.
  func check(_ value: JSONValue, in key: String, _ findings: inout JSONFindings) {
    switch self {
    case .text: _ = findings.text(value, in: key)
    case .kind: _ = findings.word(value, MethodKind.words, in: key)
    case .state: _ = findings.word(value, Account.State.words, in: key)
    case .number: _ = findings.int(value, in: key)
    case .flag: _ = findings.bool(value, in: key)
    case .nullable(let shape):
      if !value.isNull {
        shape.check(value, in: key, &findings)
      }
    case .list(let shape):
      for element in findings.elements(value, in: key) ?? [] {
        shape.check(element, in: key, &findings)
      }
    case .object(let members): check(value, members, in: key, &findings)
    case .holder:
      guard !value.isNull, value.text == nil else { return }
      check(value, [("gone", .flag)], in: key, &findings)
    }
  }

  private func check(
    _ value: JSONValue, _ members: [(key: String, shape: ChangeShape)], in key: String,
    _ findings: inout JSONFindings
  ) {
    guard var reader = JSONObjectReader(value, in: key, &findings) else { return }
    for (name, shape) in members {
      if let value = reader.optional(name) {
        shape.check(value, in: name, &findings)
      }
    }
    reader.finish(&findings)
    if value.count == 0 {
      findings.report(
        .vectorContradiction, "an object without keys expects nothing", at: value,
        help: "write the keys that are to be compared, or leave `\(key)` out")
    }
  }
}

extension ChangeShape {
  private static let account = ChangeShape.object([("id", .text), ("new", .flag)])
  private static let key: [(key: String, shape: ChangeShape)] = [
    ("issuer", .text), ("kind", .kind), ("subject", .nullable(.text)),
  ]
  private static let email: [(key: String, shape: ChangeShape)] = [
    ("email", .nullable(.text)), ("given", .nullable(.text)), ("verified", .flag),
  ]

  /// The shape of a write.
  init(of write: WriteKind) {
    let tenant: (key: String, shape: ChangeShape) = ("tenant", .nullable(.text))
    let account: (key: String, shape: ChangeShape) = ("account", Self.account)
    let members: [(key: String, shape: ChangeShape)] =
      switch write {
      case .insertAccount: [tenant] + Self.email
      case .deleteAccount: [account, ("leaving", .list(.object(Self.key)))]
      case .setEmail: [account] + Self.email
      case .setProfile:
        [
          account, ("name", .nullable(.text)), ("photo", .nullable(.text)),
          ("blanksOnly", .flag),
        ]
      case .setState: [account, ("state", .state)]
      case .setLabel:
        [
          account, ("method", .nullable(.object(Self.key))), ("name", .text), ("value", .text),
        ]
      case .putMethod:
        [account, ("provider", .text)] + Self.key + [
          ("address", .nullable(.text)), ("proved", .nullable(.text)), ("secret", .text),
          ("superseded", .flag), ("place", .nullable(.object(Self.key))),
        ]
      case .removeMethod: [account, ("provider", .text)] + Self.key + [("why", .text)]
      case .supersedeMethod: [account] + Self.key
      case .dropFactors, .openSession: [account]
      case .renewSession: [("session", .text), account, ("recent", .flag)]
      case .endSession: [("session", .text)]
      case .endSessions: [account, ("epoch", .number)]
      case .putCode:
        [
          ("purpose", .text), ("address", .text), ("account", .nullable(Self.account)),
          ("bound", .nullable(.text)), ("requester", .nullable(.text)), tenant,
        ]
      case .useCode: [("code", .text)]
      case .cancelCodes: [account, ("address", .nullable(.text)), tenant]
      }
    self = .object([("write", .text)] + members)
  }

  /// The shape of a requirement.
  init(of requirement: RequirementWord) {
    let tenant: (key: String, shape: ChangeShape) = ("tenant", .nullable(.text))
    let members: [(key: String, shape: ChangeShape)] =
      switch requirement {
      case .account: [("account", .text), ("version", .number)]
      case .credential: [("credential", .object([tenant] + Self.key)), ("holder", .holder)]
      case .address:
        [
          (
            "address",
            .object([
              tenant, ("address", .text), ("heldBy", .text), ("pool", .list(.text)),
            ])
          ), ("holders", .list(.text)),
        ]
      case .session: [("session", .text)]
      case .code: [("code", .text)]
      }
    self = .object(members)
  }

  /// The shape of a notice.
  init(of notice: NoticeWord) {
    let members: [(key: String, shape: ChangeShape)] =
      switch notice {
      case .mail: [("code", .number), ("purpose", .text), ("to", .text)]
      case .owner: [("account", Self.account), ("to", .nullable(.text))]
      }
    self = .object([("notice", .text)] + members)
  }
}
