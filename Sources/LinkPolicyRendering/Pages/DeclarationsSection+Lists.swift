internal import LinkPolicy
internal import LinkPolicyAuthoring

extension DeclarationsSection {
  /// The lists, in the order in which a policy has them.
  static func lists(of document: PolicyDocument) -> [List] {
    [
      providers(document), domains(document), claims(document), settings(document),
      labels(document), purposes(document), actions(document), groups(document),
      addresses(document),
      pools(document), methods(document), proof(document), impossible(document),
      errors(document),
    ]
  }

  private static func words(_ names: [Located<Name>]) -> [String] {
    names.map { $0.value.text }
  }

  private static func providers(_ document: PolicyDocument) -> List {
    List(
      key: "providers", meaning: "Identity providers and families; any other is federated.",
      columns: ["provider", "kinds", "gives", "further"],
      lines: document.providers.map { provider in
        var further: [String] = []
        if provider.requiresConsent {
          further.append("consent: required")
        }
        if provider.keepsCase {
          further.append("case: exact")
        }
        if let issuer = provider.issuer {
          further.append("issuer: " + issuer.value.text)
        }
        return (
          nil,
          [
            [provider.id.value.text], words(provider.kinds),
            provider.gives.map { words($0) } ?? ["everything"], further,
          ]
        )
      })
  }

  private static func domains(_ document: PolicyDocument) -> List {
    List(
      key: "domains", meaning: "Sets of e-mail domains; every other domain is `other`.",
      columns: ["set", "domains", "further"],
      lines: document.domains.map { domain in
        (nil, [[domain.name.value.text], words(domain.domains), domain.isRelay ? ["relay"] : []])
      })
  }

  private static func claims(_ document: PolicyDocument) -> List {
    List(
      key: "claims", meaning: "Which JSON values of a claim stand for which word.",
      columns: ["claim", "word", "values"],
      lines: document.claims.flatMap { claim in
        claim.words.map { word in
          (
            nil,
            [
              [claim.name.value.text], [word.name.value.text],
              word.values.map { text($0.value) },
            ]
          )
        }
      })
  }

  private static func text(_ value: ClaimValue) -> String {
    switch value {
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .string(let text): "\"" + text.text + "\""
    case .number(let text): text.text
    case .null: "null"
    }
  }

  private static func settings(_ document: PolicyDocument) -> List {
    List(
      key: "settings",
      meaning: "What a project, tenant or provider sets; the first value is the default.",
      columns: ["setting", "values", "further"],
      lines: document.settings.map { setting in
        let further = setting.isPerProvider ? ["per: provider"] : []
        return (nil, [[setting.name.value.text], words(setting.values), further])
      })
  }

  private static func labels(_ document: PolicyDocument) -> List {
    List(
      key: "labels", meaning: "Finite labels; the first value is what is new has.",
      columns: ["label", "values", "on"],
      lines: document.labels.map { label in
        let bearer = label.bearer == .account ? "account" : "method"
        return (nil, [[label.name.value.text], words(label.values), [bearer]])
      })
  }

  private static func purposes(_ document: PolicyDocument) -> List {
    List(
      key: "purposes", meaning: "What codes are mailed for, beside the standard purposes.",
      columns: ["purpose", "treatment"],
      lines: document.purposes.map { purpose in
        (nil, [[purpose.name.value.text], purpose.treatment.words])
      })
  }

  private static func actions(_ document: PolicyDocument) -> List {
    List(
      key: "actions", meaning: "Actions beside the standard ones.",
      columns: ["action", "points to", "kinds", "takes"],
      lines: document.actions.map { action in
        let pointsTo =
          switch action.pointsTo {
          case .session: "session"
          case .target: "target"
          case .code: "code"
          case .credential: "credential"
          }
        let takes = action.takes.map { [$0.value.text] } ?? []
        return (nil, [[action.name.value.text], [pointsTo], words(action.kinds), takes])
      })
  }

  private static func groups(_ document: PolicyDocument) -> List {
    List(
      key: "action-groups", meaning: "Names for several actions, used by guards.",
      columns: ["group", "actions"],
      lines: document.actionGroups.map { (nil, [[$0.name.value.text], words($0.actions)]) })
  }

  private static func addresses(_ document: PolicyDocument) -> List {
    let rules = document.addresses
    guard rules != AddressRules() else {
      return List(key: "addresses", meaning: "", columns: [], lines: [])
    }
    var folds: [String] = []
    if rules.foldsCase {
      folds.append("case")
    }
    if rules.dropsDots {
      folds.append("dots")
    }
    if rules.dropsPlusTag {
      folds.append("plus-tags")
    }
    let elect = rules.elect.map { $0 == .held ? "held" : "primary" }
    let aliases = rules.aliases.map { $0.alias.value.text + " = " + $0.domain.value.text }
    return List(
      key: "addresses", meaning: "How an account is found by the addresses of an assertion.",
      columns: ["rule", "value"],
      lines: [
        (nil, [["match"], [rules.match == .primary ? "primary" : "any-proven"]]),
        (nil, [["held-by"], [rules.heldBy == .account ? "account" : "methods"]]),
        (nil, [["elect"], elect]),
        (nil, [["unique"], [rules.isUnique ? "yes" : "no"]]),
        (nil, [["fold"], folds]),
        (nil, [["international"], [rules.international == .absent ? "absent" : "error"]]),
        (nil, [["aliases"], aliases]),
      ])
  }

  private static func pools(_ document: PolicyDocument) -> List {
    List(
      key: "pools", meaning: "Providers whose accounts are searched together by address.",
      columns: ["pool", "providers"],
      lines: document.pools.map { (nil, [[$0.name.value.text], words($0.providers)]) })
  }

  private static func methods(_ document: PolicyDocument) -> List {
    let counted = words(document.countedKinds)
    let listed = words(document.listedKinds)
    let isSaid = !counted.isEmpty || !listed.isEmpty || document.listingOrder != .added
    return List(
      key: "methods",
      meaning:
        "The kinds that the fact `methods` counts; those that `tell: methods` lists, and in what order.",
      columns: ["count", "list", "order"],
      lines: isSaid ? [(nil, [counted, listed, [document.listingOrder.name.text]])] : [])
  }

  private static func proof(_ document: PolicyDocument) -> List {
    List(
      key: "proof", meaning: "When an attempt proves its address: all of this holds.",
      columns: ["fact", "values"],
      lines: document.proof.map { (nil, [[$0.fact.value.text], values($0)]) })
  }

  private static func impossible(_ document: PolicyDocument) -> List {
    List(
      key: "impossible", meaning: "Combinations of facts that cannot occur, as the policy says.",
      columns: ["because", "facts"],
      lines: document.impossible.map { entry in
        let conditions = entry.conditions.map { condition in
          condition.fact.value.text + ": " + values(condition).joined(separator: ", ")
        }
        return (nil, [[entry.because.value.text], conditions])
      })
  }

  private static func values(_ condition: Condition) -> [String] {
    let values = words(condition.values)
    return condition.isNegated ? ["not " + values.joined(separator: ", ")] : values
  }

  private static func errors(_ document: PolicyDocument) -> List {
    List(
      key: "errors", meaning: "The refusals: what they ask for, what they tell, their names.",
      columns: ["error", "asks", "tells", "names"],
      lines: document.errors.map { error in
        let names = error.names.map { $0.platform.value.text + ": " + $0.name.value.text }
        return (
          Anchor("error", error.name.value),
          [
            [error.name.value.text], error.ask.map { [$0.value.text] } ?? [],
            words(error.tell), names,
          ]
        )
      })
  }
}
