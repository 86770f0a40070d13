internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A fact that a policy can test; the text of the policy may have errors in other places.
struct FactEntry {
  /// The name in conditions, such as `claim.email_verified`.
  let name: Name
  /// The description of the fact, which an editor shows when the pointer is over the name.
  let meaning: String
  /// The values that conditions accept.
  let values: [Name]

  /// Returns the facts of the engine, followed by the facts that a policy and its bases declare.
  static func all(_ names: PolicyNames) -> [FactEntry] {
    FactDescription.all.map { FactEntry($0, names) }
      + names.declared(.fact).map { FactEntry(declared: $0, names) }
  }

  /// Returns the fact with a name, or nil if no fact has this name.
  static func named(_ name: Name, _ names: PolicyNames) -> FactEntry? {
    if let fact = FactDescription.all.first(where: { $0.name == name }) {
      return FactEntry(fact, names)
    }
    return names.declaration(of: Symbol(.fact, name)).map { _ in FactEntry(declared: name, names) }
  }

  private init(_ fact: FactDescription, _ names: PolicyNames) {
    name = fact.name
    meaning = fact.meaning.text
    let declared: [Name] =
      switch fact.fact {
      case .provider: names.declared(.provider).map { $0 == "*" ? "other" : $0 }
      case .domain: names.declared(.domain)
      case .action: EngineWords.actions + names.declared(.action)
      case .kind, .origin, .nonce, .connection, .consent, .method, .secret, .code, .linkAddress,
        .requestedBy, .codeCredential, .linkDomain, .linkInApp, .ticket, .session, .tenant,
        .account,
        .accountState, .factors,
        .credential, .address, .sameProvider, .methods, .relay, .otherMethods:
        []
      }
    values =
      declared + fact.values.filter { !declared.contains($0) } + fact.collectives.map { $0.word }
  }

  private init(declared name: Name, _ names: PolicyNames) {
    self.name = name
    let declared = names.declared(.value(of: name))
    let text = name.text
    if text.hasPrefix("claim.") {
      meaning = "a claim about the address, with the values that the policy declares"
      values = declared + ["other", "absent"]
    } else if text.hasPrefix("setting.") {
      meaning = "a setting of a project, tenant or provider; the first value is the default"
      values = declared
    } else if text.hasPrefix("label.") {
      meaning = "a label of an account or method; a new one has the first value"
      values = declared + ["absent"]
    } else if text.hasPrefix("input.") {
      meaning = "an input of the attempt, with the values that the policy declares"
      values = declared
    } else if text.hasPrefix("identifier.") {
      meaning = "who holds the attempt's value of an identifier, such as a user name"
      values = IdentifierValue.allCases.map { $0.word }
    } else {
      meaning = "a fact that the policy derives from others by a table"
      values = declared
    }
  }
}

/// The standard names of the engine, in addition to the declarations of policies.
enum EngineWords {
  /// The actions that every policy can decide, such as `sign-in`.
  static var actions: [Name] { StandardAction.allCases.map { $0.name } }
  /// The code purposes of every policy, such as `verify`.
  static var purposes: [Name] { PurposeTable.standard.map { $0.purpose.name } }

  /// Returns the description of an action, or nil for an action that a policy declares.
  static func meaning(ofAction name: Name) -> String? {
    StandardAction.allCases.first { $0.name == name }?.meaning.text
  }
}

extension EffectWord {
  /// The description of the effect, as in Docs/Effects.md.
  var meaning: Name {
    switch self {
    case .create:
      "creates an account from the attempt's method and address. The address is unverified at first. Later effects of the row act on the new account"
    case .createWithoutAddress:
      "creates an account without an address. The attempt's method keeps the asserted address"
    case .signIn: "opens a session of the account. No other effect opens a session"
    case .link: "adds the attempt's method to the account"
    case .addSubject:
      "adds the attempt's method to the account. The account's other subjects of the provider keep working and stay listed"
    case .replaceSubject:
      "adds the attempt's method to the account, and removes the account's other methods of the attempt's provider and kind"
    case .supersedeSubject:
      "adds the attempt's method to the account. The account's other methods of the attempt's provider and kind keep working, but are no longer listed"
    case .seizeCredential:
      "moves the attempt's credential from another account to this account, and removes this account's other methods of the attempt's provider and kind"
    case .refreshMethod:
      "stores the new assertion with the attempt's method, and changes no other method"
    case .unlink:
      "removes the method that the attempt names. If the attempt names no subject, the effect removes all methods of the named provider and kind"
    case .dropUnproven: "removes the methods that did not prove the account's current address"
    case .dropFactors: "removes all second factors of the account"
    case .enrollFactor: "adds one second factor to the account's count"
    case .removeFactor: "removes one second factor from the account's count"
    case .setIdentifier:
      "stores the attempt's value of a declared identifier with the account, in canonical form"
    case .clearIdentifier: "removes the account's value of a declared identifier"
    case .setPassword: "stores the new password, and adds a password method if the account has none"
    case .verifyEmail:
      "marks the account's address as verified. No other effect verifies an address"
    case .unverifyEmail: "marks the account's address as unverified"
    case .setEmail:
      "sets the account's address to the asserted address. A new address is unverified"
    case .adoptEmail: "sets the asserted address if the account has no address"
    case .clearEmail: "removes the account's address"
    case .fillProfile: "fills the account's blank profile values with the attempt's values"
    case .overwriteProfile:
      "replaces the account's profile with the attempt's profile. Values that the attempt omits become blank"
    case .revokeSessions: "ends every session of the account that was opened before now"
    case .cancelPending:
      "cancels every code of the account, even changes and undo links. The effect also cancels sign-in links and other codes without an account that were mailed to the account's address"
    case .rememberUndo:
      "mails the account's present address a link that can restore this address later"
    case .issueToken:
      "gives the caller new tokens. The session becomes recent if the attempt proved a method"
    case .endSession: "ends the caller's session"
    case .disable: "disables the account"
    case .enable: "enables the account"
    case .notifyOwner: "notifies the owner"
    case .delete: "deletes the account and ends its sessions"
    case .drop: "removes the account's methods of the listed kinds"
    case .sendCode: "mails a code"
    case .set: "sets a label of the account, or of the attempt's method"
    }
  }
}
