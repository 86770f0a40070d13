import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyReview

/// What is said to change nothing, taken out and compared; and what changes nothing, found.
@Suite("What changes nothing")
struct ChangeNothingTests {
  private struct Found {
    var code: DiagnosticCode
    var row: SourcePosition
    var place: SourcePosition
  }

  /// The findings by the row they stand in.
  private static func found(_ policy: CompiledPolicy) -> [Found] {
    PolicyCheck(policy).findings.compactMap { finding in
      guard let place = finding.position else { return nil }
      let tables =
        policy.document.decisions.map { $0.rows } + policy.document.facts.map { $0.rows }
        + [policy.document.guards]
      let row = tables.joined().first { row in
        row.id.position == place || row.conditions.contains { $0.fact.position == place }
      }
      return row.map { Found(code: finding.code, row: $0.id.position, place: place) }
    }
  }

  /// The document with the rows edited that stand at a place.
  private static func edited(
    _ document: PolicyDocument, _ edit: (RowDeclaration) -> RowDeclaration?
  ) -> PolicyDocument {
    var document = document
    document.guards = document.guards.compactMap(edit)
    for index in document.decisions.indices {
      document.decisions[index].rows = document.decisions[index].rows.compactMap(edit)
    }
    for index in document.facts.indices {
      document.facts[index].rows = document.facts[index].rows.compactMap(edit)
    }
    return document
  }

  private static func isEqual(_ policy: CompiledPolicy, _ document: PolicyDocument) -> Bool {
    guard let other = try? CompiledPolicy(document),
      let difference = try? PolicyDifference(old: policy, new: other)
    else { return false }
    // What is then no longer used is no change of an answer.
    return difference.changes.isEmpty
  }

  static let names = ["harbour"] + Sketches.all

  private static func policy(_ name: String) throws -> CompiledPolicy {
    name == "harbour"
      ? try Harbour.policy(
        (
          "session: [none, gone], refuse: sign-in-first}",
          "session: [none, gone], account: none, refuse: sign-in-first}"
        ),
        (
          "{id: taken,  session: [recent, old, revoked], credential: [known, broken]",
          "{id: taken,  session: [recent, old, revoked], credential: known"
        ),
        (
          "credential: new, do: [replace-subject]}",
          "credential: new, do: [replace-subject]}\n      - {id: rest, refuse: taken-by-another}"
        ))
      : try Sketches.policy(name)
  }

  @Test(
    "rows and guards are redundant exactly where taking them out changes no answer",
    arguments: names)
  func rows(_ name: String) throws {
    let policy = try Self.policy(name)
    let found = Self.found(policy).filter { $0.code == .redundantRow || $0.code == .redundantGuard }
    let hidden = policy.warnings.filter { $0.code == .hiddenRow || $0.code == .hiddenGuard }
    let document = policy.document
    // A row of a fact can also give a value that no other row asks for.
    let facts = document.facts.flatMap { $0.rows }.map { $0.id.position }
    for row in document.guards + document.decisions.flatMap({ $0.rows })
      + document.facts.flatMap({ $0.rows })
    {
      let place = row.id.position
      let without = Self.edited(document) { $0.id.position == place ? nil : $0 }
      let isFound = found.contains { $0.row == place }
      let isHidden = hidden.contains { $0.position == place }
      #expect(
        isFound || isHidden || facts.contains(place) || !Self.isEqual(policy, without),
        "\(row.id.value.text)")
      if isFound {
        #expect(Self.isEqual(policy, without), "\(row.id.value.text)")
      }
    }
  }

  @Test("idle conditions can be dropped, all of them together", arguments: names)
  func conditions(_ name: String) throws {
    let policy = try Self.policy(name)
    let places = policy.idlePlaces
    let without = Self.edited(policy.document) { row in
      var row = row
      row.conditions.removeAll { places.contains($0.fact.position) }
      return row
    }
    #expect(places.isEmpty || Self.isEqual(policy, without))
    // Where a last row takes the rest, a wider row can take cells of it and answer them the same:
    // then the row matches other cells, and its condition is not idle.
    let tables = policy.document.decisions.map { $0.rows }
      .filter { !($0.last?.conditions.isEmpty ?? false) }
    for row in tables.joined() where row.conditions.count > 1 {
      for condition in row.conditions {
        let place = condition.fact.position
        let shorter = Self.edited(policy.document) { other in
          var other = other
          other.conditions.removeAll { $0.fact.position == place }
          return other
        }
        guard Self.isEqual(policy, shorter) else { continue }
        let own = row.conditions.map { $0.fact.position }
        #expect(
          own.contains { places.contains($0) }
            || Self.found(policy).contains { $0.row == row.id.position },
          "\(row.id.value.text) \(condition.fact.value.text)")
      }
    }
  }
}

extension CompiledPolicy {
  /// The places of the conditions that a review says change nothing.
  fileprivate var idlePlaces: Set<SourcePosition> {
    // A finding stands at the first of a row's conditions and names them all.
    var places: Set<SourcePosition> = []
    for finding in PolicyCheck(self).findings where finding.code == .idleCondition {
      guard let place = finding.position else { continue }
      let rows =
        document.guards + document.decisions.flatMap { $0.rows }
        + document.facts.flatMap { $0.rows }
      for row in rows where row.conditions.contains(where: { $0.fact.position == place }) {
        for condition in row.conditions
        where finding.message.prefix(while: { $0 != ":" }).split(separator: " in ")[0]
          .contains("`" + condition.fact.value.text + "`")
        {
          places.insert(condition.fact.position)
        }
      }
    }
    return places
  }
}
