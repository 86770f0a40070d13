package import LinkPolicy

/// A table, resolved, with the graph that finds its row.
package struct CompiledTable: Sendable {
  package var key: Name
  package var action: Int
  package var kinds: [MethodKind]
  package var hit: HitPolicy
  package var rows: [CompiledRow]
  var graph = DecisionGraph()
  package var position: SourcePosition
}

/// A derived fact, resolved, with the graph that computes it.
package struct CompiledFact: Sendable {
  package var fact: Int
  package var hit: HitPolicy
  package var rows: [CompiledRow]
  var graph = DecisionGraph()
  package var position: SourcePosition
}

/// An error, resolved.
package struct CompiledError: Sendable {
  package var name: Name
  package var ask: Remedy?
  package var tell: [Disclosure]
  package var names: [(platform: Name, name: Name)]
}
