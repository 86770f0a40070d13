internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The section that lists the declarations of a policy by name, except its tables.
struct DeclarationsSection: PageSection {
  /// One list of declarations, such as the providers.
  struct List: Sendable {
    /// The key in the policy, such as `providers`.
    var key: Name
    /// The sentence that explains the list on the page.
    var meaning: String
    /// The headings of the columns; the first is the heading of the names.
    var columns: [String]
    /// The lines, with a cell for each column; an empty cell means that nothing is declared.
    var lines: [(anchor: Anchor?, cells: [[String]])]
  }

  let anchor = Anchor(section: "declarations")
  let heading = "Declarations"
  private let lists: [List]
  private let sources: [SourceDeclaration]

  /// Collects the declarations of a document.
  init(_ document: PolicyDocument) {
    lists = Self.lists(of: document).filter { !$0.lines.isEmpty }
    sources = document.citations
  }

  var parts: [(anchor: Anchor, heading: String)] {
    lists.map { (Anchor(section: $0.key), $0.key.text) }
      + (sources.isEmpty ? [] : [(Anchor(section: "sources"), "sources")])
  }

  func write(to html: inout HTMLWriter) {
    for list in lists {
      let anchor = Anchor(section: list.key)
      let attributes = [
        HTMLAttribute(.class, "list"), HTMLAttribute(.id, anchor.id), HTMLAttribute(.rows, ""),
      ]
      html.element(.div, attributes) { html in
        html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { html in
          html.write(list.key.text + " ")
          html.selfLink(to: anchor, naming: list.key.text)
        }
        html.element(.p, class: "reading", text: list.meaning)
        html.table(namedBy: anchor, class: "declared") { html in
          html.head(list.columns)
          html.element(.tbody) { html in
            let anchors = Anchor.distinct(
              list.lines.map { line in
                line.anchor ?? anchor.with(Name((line.cells.first ?? []).joined(separator: ",")))
              })
            for (line, anchor) in zip(list.lines, anchors) {
              let attributes = [
                HTMLAttribute(.id, anchor.id), HTMLAttribute(.table, list.key.text),
              ]
              html.element(.tr, attributes) { Self.write(line.cells, anchor, to: &$0) }
            }
          }
        }
      }
    }
    guard !sources.isEmpty else { return }
    let anchor = Anchor(section: "sources")
    html.element(.div, [HTMLAttribute(.class, "list"), HTMLAttribute(.id, anchor.id)]) { html in
      html.element(.h3, [HTMLAttribute(.id, anchor.heading.id)]) { $0.write("sources") }
      html.element(.ul, class: "sources") { html in
        for source in sources {
          html.element(.li) { html in
            html.element(.strong, text: source.name.value.text)
            html.write(" ")
            let title = source.title.bytes.isEmpty ? source.url.text : source.title.text
            html.link(toWeb: source.url.text, title)
          }
        }
      }
    }
  }

  private static func write(
    _ cells: [[String]], _ anchor: Anchor, to html: inout HTMLWriter
  ) {
    for (column, words) in cells.enumerated() {
      let attributes = column == 0 ? [HTMLAttribute(.scope, "row")] : []
      html.element(column == 0 ? .th : .td, attributes) { html in
        html.words(words)
        if column == 0 {
          html.write(" ")
          html.selfLink(to: anchor, naming: "this line")
        }
      }
    }
  }
}

extension DeclarationsSection {
  /// Returns the lists in the order of the keys of a policy.
  static func lists(of document: PolicyDocument) -> [List] {
    [
      providers(document), domains(document), claims(document), settings(document),
      inputs(document), identifiers(document), searches(document), labels(document),
      purposes(document), actions(document), groups(document),
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
        if provider.foldsSubjects {
          further.append("subjects: folded")
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
      key: "claims", meaning: "Words of claims, with the JSON values of each.",
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
      meaning: "Settings of a project, tenant or provider; the first value is the default.",
      columns: ["setting", "values", "further"],
      lines: document.settings.map { setting in
        let further = setting.isPerProvider ? ["per: provider"] : []
        return (nil, [[setting.name.value.text], words(setting.values), further])
      })
  }

  private static func inputs(_ document: PolicyDocument) -> List {
    List(
      key: "inputs",
      meaning: "Facts whose values attempts state; an attempt that omits one has the first.",
      columns: ["input", "values", "by", "required", "retry", "factor"],
      lines: document.inputs.map { input in
        (
          nil,
          [
            [input.name.value.text], words(input.values), [input.supplier.word.text],
            [input.isRequired ? "yes" : "no"], [input.isRetry ? "yes" : "no"],
            [input.isFactor ? "yes" : "no"],
          ]
        )
      })
  }

  private static func identifiers(_ document: PolicyDocument) -> List {
    List(
      key: "identifiers",
      meaning: "Values beside the address that at most one account of a tenant holds.",
      columns: ["identifier", "compared"],
      lines: document.identifiers.map { identifier in
        (nil, [[identifier.name.value.text], [identifier.foldsCase ? "without case" : "by bytes"]])
      })
  }

  private static func searches(_ document: PolicyDocument) -> List {
    List(
      key: "find",
      meaning: "The places in which an action searches its account, in order.",
      columns: ["action", "places"],
      lines: document.searches.map { search in
        (nil, [[search.action.value.text], words(search.places)])
      })
  }

  private static func labels(_ document: PolicyDocument) -> List {
    List(
      key: "labels", meaning: "Finite labels; new accounts and methods have the first value.",
      columns: ["label", "values", "on"],
      lines: document.labels.map { label in
        let bearer = label.bearer == .account ? "account" : "method"
        return (nil, [[label.name.value.text], words(label.values), [bearer]])
      })
  }

  private static func purposes(_ document: PolicyDocument) -> List {
    List(
      key: "purposes", meaning: "Purposes of mailed codes, in addition to the standard ones.",
      columns: ["purpose", "treatment"],
      lines: document.purposes.map { purpose in
        (nil, [[purpose.name.value.text], purpose.treatment.words])
      })
  }

  private static func actions(_ document: PolicyDocument) -> List {
    List(
      key: "actions", meaning: "Actions in addition to the standard ones.",
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
      key: "addresses", meaning: "Rules for finding an account by the addresses of an assertion.",
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
    let isSaid =
      !counted.isEmpty || !document.countsDisabled || !listed.isEmpty
      || document.listingOrder != .added
    let order = [document.listingOrder.name.text]
    return List(
      key: "methods",
      meaning: "The kinds that `methods` counts and that `tell: methods` lists, with their order.",
      columns: ["count"] + (document.countsDisabled ? [] : ["count-disabled"]) + ["list", "order"],
      lines: isSaid
        ? [(nil, [counted] + (document.countsDisabled ? [] : [["no"]]) + [listed, order])] : [])
  }

  private static func proof(_ document: PolicyDocument) -> List {
    List(
      key: "proof", meaning: "When an attempt proves its address: all of this holds.",
      columns: ["fact", "values"],
      lines: document.proof.map { (nil, [[$0.fact.value.text], values($0)]) })
  }

  private static func impossible(_ document: PolicyDocument) -> List {
    List(
      key: "impossible", meaning: "Combinations of facts that the policy declares impossible.",
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
      key: "errors", meaning: "The refusals: their remedies, disclosures and names.",
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
