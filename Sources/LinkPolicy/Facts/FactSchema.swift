/// The facts of a policy, each with its finite, ordered values.
///
/// Engine facts come first, at the index of their ``EngineFact``; claims, settings, labels and
/// derived facts follow in the order of the policy.
package struct FactSchema: Sendable {
  /// One fact: its name and its values.
  package struct Fact: Sendable {
    package var name: Name
    package var values: [Name]

    package func value(named name: Name) -> Int? {
      values.firstIndex { $0 == name }
    }
  }

  /// The most facts a policy can have: the capacity of a ``FactVector``.
  package static var capacity: Int { FactVector.capacity }

  /// The facts, by index.
  package private(set) var facts: [Fact]
  /// The index of the first claim, setting, label and derived fact.
  package private(set) var claims: Range<Int>
  package private(set) var settings: Range<Int>
  package private(set) var labels: Range<Int>
  package private(set) var derived: Range<Int>

  /// Creates the schema of facts whose values are complete, each sort in its order.
  init(engine: [Fact], claims: [Fact], settings: [Fact], labels: [Fact], derived: [Fact]) {
    facts = engine
    let first = facts.count
    facts += claims
    self.claims = first..<facts.count
    facts += settings
    self.settings = self.claims.upperBound..<facts.count
    facts += labels
    self.labels = self.settings.upperBound..<facts.count
    facts += derived
    self.derived = self.labels.upperBound..<facts.count
  }

  package func index(of name: Name) -> Int? {
    facts.firstIndex { $0.name == name }
  }

  package func count(_ fact: Int) -> Int {
    facts[fact].values.count
  }
}
