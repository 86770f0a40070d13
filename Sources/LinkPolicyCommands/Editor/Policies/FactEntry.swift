internal import LinkPolicy

/// A fact that a policy can test, derived from a text that may have errors in other places.
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
      "creates an account with the asserted address, unverified, and the attempt's method; later effects act on this account"
    case .createWithoutAddress:
      "creates an account without an address; the attempt's method keeps the asserted address"
    case .signIn: "opens a session; no other effect does"
    case .link: "adds the attempt's method"
    case .addSubject:
      "adds the attempt's method; other subjects of the provider keep working and stay listed"
    case .replaceSubject: "adds the attempt's method; another subject of the provider stops working"
    case .supersedeSubject:
      "adds the attempt's method; another subject of the provider keeps working"
    case .seizeCredential: "takes this one credential from the account that holds it"
    case .refreshMethod:
      "stores this assertion with the attempt's method, and changes no other method"
    case .unlink:
      "removes the named method, or all methods of its provider and kind if the attempt names no subject"
    case .dropUnproven:
      "removes the methods that did not prove the account's current address"
    case .dropFactors: "removes the second factors"
    case .enrollFactor: "adds one second factor"
    case .removeFactor: "removes one second factor"
    case .setIdentifier:
      "stores the attempt's value of a declared identifier with the account, in canonical form"
    case .clearIdentifier: "removes the account's value of a declared identifier"
    case .setPassword: "stores the new password, and adds the method if the account has none"
    case .verifyEmail: "marks the address verified; no other effect does"
    case .unverifyEmail: "marks the address unverified"
    case .setEmail: "gives the account the asserted address; a new address is unverified"
    case .adoptEmail: "gives the asserted address to an account without an address"
    case .clearEmail: "removes the account's address"
    case .fillProfile: "fills blank profile values with those of the provider"
    case .overwriteProfile: "replaces the profile, and clears values that are not given"
    case .revokeSessions: "ends every session opened before now"
    case .cancelPending:
      "cancels every code of the account, even changes and undo links, and codes without an account that were mailed to its address, such as sign-in links"
    case .rememberUndo:
      "mails the old address a link that restores it, before another effect replaces it"
    case .issueToken:
      "gives the caller new tokens; the session becomes recent if the attempt proved a method"
    case .endSession: "ends the caller's session"
    case .disable: "switches the account off"
    case .enable: "switches the account on"
    case .notifyOwner: "notifies the owner"
    case .delete: "removes the account and ends its sessions"
    case .drop: "removes the methods of these kinds"
    case .sendCode: "mails a code"
    case .set: "sets a label of the account, or of the attempt's method"
    }
  }
}
