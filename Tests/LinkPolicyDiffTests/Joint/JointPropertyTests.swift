import LinkPolicyJSON
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration
@testable import LinkPolicyReview

/// Situations from real stores, decided under both policies and held against all boxes, both ways.
@Suite("Differences and the situations that there are")
struct JointPropertyTests {
  private static let text = """
    linkpolicy: 1
    name: quay
    domains:
      own: [quay.example]
      hidden: {names: [hidden.example], relay: true}
    providers:
      login.quay.example: {kind: federated}
      shy.example:        {kind: federated, consent: required}
      pier.example:       {kind: federated}
      password:           {kind: password, gives: [email]}
    settings: {joining: [open, closed]}
    methods: {count: [federated, password]}
    facts:
      trust:
        values: [trusted, untrusted]
        rows:
          - {id: own,       provider: login.quay.example, domain: own, is: trusted}
          - {id: otherwise, is: untrusted}
    proof: {trust: trusted}
    guards:
      - {id: nobody,  action: [link, unlink], session: [none, revoked, gone], refuse: sign-in-first}
      - {id: consent, action: link, relay: {not: neither}, consent: absent, refuse: ask-first}
      - {id: closed,  would: [create], setting.joining: closed, refuse: closed-for-now}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known,  do: [sign-in]}
          - {id: broken,    credential: broken, refuse: unknown-person}
          - {id: first,     credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: stranger,  credential: new, address: taken, trust: untrusted, refuse: registered}
          - {id: joins,     credential: new, address: taken, trust: trusted, do: [drop-unproven, replace-subject, sign-in]}
      sign-in.password:
        rows:
          - {id: right, secret: right, do: [sign-in]}
          - {id: rest,  refuse: unknown-person}
      sign-up:
        rows:
          - {id: taken, address: [own, taken], refuse: registered}
          - {id: free,  address: free, do: [create, set-password, sign-in]}
      link.federated:
        rows:
          - {id: taken,  credential: [known, broken, own], refuse: registered}
          - {id: second, credential: new, same-provider: other-subject, refuse: registered}
          - {id: add,    credential: new, same-provider: none, do: [link]}
      link.password:
        rows:
          - {id: never, refuse: registered}
      unlink.federated|password:
        rows:
          - {id: absent,  same-provider: none, refuse: unknown-person}
          - {id: last,    same-provider: {not: none}, methods: one, refuse: last-method}
          - {id: present, same-provider: {not: none}, methods: {not: one}, do: [unlink]}
    errors:
      sign-in-first:  {}
      ask-first:      {ask: consent}
      closed-for-now: {}
      unknown-person: {}
      registered:     {}
      last-method:    {}

    """

  static func policy(_ edits: (old: String, new: String)...) throws -> CompiledPolicy {
    var text = text
    for edit in edits {
      let parts = text.split(separator: edit.old, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Harbour.EditError(old: edit.old, count: parts.count - 1) }
      text = parts.joined(separator: edit.new)
    }
    return try CompiledPolicy(yaml: Array(text.utf8), name: "quay.yaml")
  }

  /// Edits of consent, relays, counts, pools, guards, derived facts and defaults.
  static let edits: [(old: String, new: String)] = [
    ("{kind: federated, consent: required}", "{kind: federated}"),
    ("pier.example:       {kind: federated}", "pier.example: {kind: federated, consent: required}"),
    ("{names: [hidden.example], relay: true}", "[hidden.example]"),
    ("count: [federated, password]", "count: [federated]"),
    ("count: [federated, password]", "count: [password]"),
    // In a debug build a situation outside of the space would end the run.
    (
      "pier.example:       {kind: federated}",
      "pier.example: {kind: federated, issuer: login.quay.example}"
    ),
    ("facts:\n", "pools: {staff: [login.quay.example], rest: [\"*\"]}\nfacts:\n"),
    ("relay: {not: neither}, consent: absent", "relay: [account, both], consent: absent"),
    (
      "action: [link, unlink], session: [none, revoked, gone]",
      "action: [link, unlink], session: [none, gone]"
    ),
    (
      "provider: login.quay.example, domain: own, is",
      "provider: [login.quay.example, pier.example], domain: own, is"
    ),
    ("joining: [open, closed]", "joining: [closed, open]"),
  ]

  /// The situations that exploring one policy comes to, each read by both.
  private static func situations(
    _ policies: Sides<CompiledPolicy>, exploring side: Side, stores: Int
  ) -> [(tables: Sides<Int>, facts: Sides<FactVector>)] {
    var limits = Explorer.Limits()
    limits.stores = stores
    var explorer = Explorer(
      policies[side], distinguishedBy: [policies[side.other]], limits: limits,
      Representatives(of: [policies.old, policies.new]), tellsReadings: true)
    explorer.explore()
    var found: [(tables: Sides<Int>, facts: Sides<FactVector>)] = []
    for number in explorer.situations.indices {
      let basis = explorer.situations[number]
      let pattern = explorer.patterns[basis.pattern]
      for place in pattern.combinations(isChecked: basis.isChecked).indices {
        let (step, store) = explorer.attempt(of: number, place)
        let played = Sides { step.played(in: store, under: policies[$0]).decision }
        guard let old = played.old, let new = played.new else { continue }
        found.append(
          (Sides(old: old.table, new: new.table), Sides(old: old.facts, new: new.facts)))
      }
    }
    return found
  }

  /// What a policy answers, without the row.
  private static func meaning(
    _ facts: FactVector, _ policy: CompiledPolicy, _ declared: EffectDeclarations
  ) -> AnswerMeaning? {
    var facts = facts
    guard let source = policy.source(of: &facts), let table = policy.tableIndex(of: facts) else {
      return nil
    }
    let answer: CompiledAnswer
    switch source {
    case .row(let index): answer = policy.storage.tables[table].rows[index].answer
    case .guarding(let index), .would(let index, _): answer = policy.storage.guards[index].answer
    case .impossible, .cannotOccur, .staleTicket: return nil
    }
    return AnswerMeaning(
      answer, errors: policy.storage.errors, cell: EffectMeaning.EffectCell(facts, declared),
      isProven: policy.holdsProof(facts))
  }

  @Test(
    "findings/review.md 3: a situation lies in a box exactly where it is answered otherwise",
    arguments: Thoroughness.share(of: edits))
  func bothWays(_ edit: (old: String, new: String)) throws {
    let difference = try PolicyDifference(
      old: try Self.policy(), new: try Self.policy((edit.old, edit.new)))
    let policies = difference.policies
    let declared = Sides { EffectDeclarations(policies[$0]) }
    var met: Set<[Int]> = []
    var counts = (alike: 0, otherwise: 0)
    for side in Side.allCases {
      for (tables, facts) in Self.situations(
        policies, exploring: side, stores: edit.old.hasPrefix("count") ? 120 : 40)
      {
        let meanings = Sides { Self.meaning(facts[$0], policies[$0], declared[$0]) }
        guard let old = meanings.old, let new = meanings.new else { continue }
        let differs = old != new
        let index = difference.comparisons.firstIndex { $0.tables == tables }
        // What the two read otherwise without a cell for it, as a pool, is the declarations' to tell.
        let isOneCell =
          index.map { Self.cell(facts, difference.comparisons[$0]) != nil } ?? !differs
        guard isOneCell else { continue }
        let found = index.flatMap { difference.comparisons[$0].group(facts.old, facts.new) }
        #expect((found != nil) == differs, "\(edit.new)")
        counts.alike += differs ? 0 : 1
        counts.otherwise += differs ? 1 : 0
        guard let index, let found else { continue }
        let holding = difference.changes.enumerated().flatMap { number, change in
          change.boxes.indices.filter { place in
            change.comparison == index && change.group == found.group
              && change.boxes[place].box.contains(found.cell)
          }.map { [number, $0] }
        }
        #expect(!holding.isEmpty, "\(edit.new)")
        met.formUnion(holding)
      }
    }
    #expect(counts.alike > 100)
    let isReached = difference.changes.contains { !$0.kinds.contains(.unreachable) }
    #expect((counts.otherwise > 0) == isReached, "\(edit.new)")
    // No box that no situation comes to.
    for (number, change) in difference.changes.enumerated()
    where !change.kinds.contains(.unreachable) {
      for place in change.boxes.indices where !met.contains([number, place]) {
        let words = change.boxes[place].conditions.map { $0.text }.joined(separator: ", ")
        Issue.record("\(edit.new): no situation in \(words)")
      }
    }
  }

  /// The joint cell of what both read; nil where they read one thing otherwise that no fact of both tells.
  private static func cell(_ facts: Sides<FactVector>, _ comparison: TableComparison) -> [Int]? {
    var cell: [Int] = []
    for axis in comparison.algebra.axes {
      let value = comparison.vocabulary.value(of: axis.fact, facts.old, facts.new)
      guard value >= 0 else { return nil }
      cell.append(axis.classOfValue[value])
    }
    return cell
  }

  @Test("findings/review.md 3: a fact that each reads by its own declarations says whose it is")
  func labels() throws {
    var twice: Set<Name> = []
    for edit in Self.edits {
      let difference = try PolicyDifference(old: try Self.policy(), new: try Self.policy(edit))
      for condition in difference.changes.flatMap({ $0.boxes.flatMap { $0.conditions } }) {
        let words = condition.side.map { " (\($0.rawValue))" } ?? ""
        #expect(condition.text.hasPrefix(condition.fact.text + words + ": "), "\(condition.text)")
      }
      let names = Sides(old: "old", new: "new")
      let bytes = DifferenceReport(difference, named: names, limit: 3).bytes(.json)
      let boxes = (try JSONDocument(bytes, name: "report").root["changes"]?.elements ?? [])
        .flatMap { $0["boxes"]?.elements ?? [] }
      for box in boxes {
        let conditions = box["when"]?.elements ?? []
        for (fact, told) in Dictionary(grouping: conditions, by: { $0["fact"]?.string ?? "" })
        where told.count > 1 {
          #expect(told.compactMap { $0["side"]?.text } == ["old", "new"], "\(fact)")
          twice.insert(fact)
        }
      }
    }
    #expect(twice == ["relay", "methods"])
  }
}
