internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Which provider of one system is which of the other.
struct ProviderPairs: Sendable {
  private struct Pair: Sendable {
    var ids: Sides<Name>
    var kind: MethodKind?
  }

  private let tables: Sides<ProviderTable>
  private let pairs: [Pair]

  init(_ map: SystemMap?, _ policies: Sides<CompiledPolicy>) {
    tables = Sides { policies[$0].vocabulary.providers }
    pairs = (map?.providers ?? []).map { pair in
      Pair(ids: Sides { pair.ids[$0].value }, kind: pair.kind)
    }
  }

  /// The other system's id for a provider with one kind; nil where it has no such provider.
  func counterpart(of id: String, _ kind: MethodKind, on side: Side) -> String? {
    let name = Name(id)
    let single = pairs.filter { $0.ids[side] == name }
    if !single.isEmpty {
      let fitting = single.first { $0.kind == kind } ?? single.first { $0.kind == nil }
      return fitting.flatMap { offered($0.ids[side.other].text, kind, side.other) }
    }
    let lines = families(of: id, on: side)
    guard lines.isEmpty else {
      guard let family = lines.first(where: { ($0.kind ?? kind) == kind }) else { return nil }
      let rest = name.bytes.dropFirst(family.ids[side].bytes.count - 1)
      let member = Name(bytes: family.ids[side.other].bytes.dropLast() + rest)
      // One of the family can have a line of its own, there or in the map.
      let isMember = tables[side.other].provider(of: member.text)?.id == family.ids[side.other]
      let isTaken = !isMember || pairs.contains { $0.ids[side.other] == member }
      return isTaken ? nil : offered(member.text, kind, side.other)
    }
    // By its name, unless that is what something else is called there.
    guard !pairs.contains(where: { $0.ids[side.other] == name }),
      families(of: id, on: side.other).isEmpty
    else { return nil }
    return offered(id, kind, side.other)
  }

  /// The declared providers of one system, with their kinds, for which the other has none.
  func alone(on side: Side) -> [(id: Name, kinds: [MethodKind])] {
    tables[side].providers.enumerated().compactMap { value, provider in
      let example = tables[side].example(of: value)
      let kinds = provider.kinds.filter { kind in
        counterpart(of: example, kind, on: side) == nil
      }
      return kinds.isEmpty ? nil : (provider.id, kinds)
    }
  }

  /// The other system's name for a declared provider or family, or one that it does not have.
  func name(of id: Name, on side: Side) -> Name {
    let own = pairs.filter { $0.ids[side] == id }
    if let pair = own.first(where: { $0.kind == nil }) ?? own.first {
      // Of two that are one there, by their kinds, the first takes the name.
      let first = pairs.first { $0.ids[side.other] == pair.ids[side.other] }
      return first?.ids[side] == id ? pair.ids[side.other] : fresh(id)
    }
    return pairs.contains { $0.ids[side.other] == id } ? fresh(id) : id
  }

  private func fresh(_ id: Name) -> Name {
    let taken = (tables.old.providers + tables.new.providers).map { $0.id }
    let isFamily = id.bytes.last == UInt8(ascii: "*")
    var stem = Name(bytes: Array(id.bytes.dropLast(isFamily ? 1 : 0)))
    func whole() -> Name { isFamily ? Name(stem.text + "*") : stem }
    repeat {
      stem = Name(stem.text + "-apart")
    } while taken.contains(whole())
    return whole()
  }

  private func offered(_ id: String, _ kind: MethodKind, _ side: Side) -> String? {
    tables[side].value(of: id).flatMap { tables[side].offers(kind, $0) ? id : nil }
  }

  /// The lines about the family as whose member a policy reads an id.
  private func families(of id: String, on side: Side) -> [Pair] {
    guard let declared = tables[side].provider(of: id), declared.isFamily else { return [] }
    return pairs.filter { $0.ids[side] == declared.id }
  }
}
