internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The correspondence between the providers of two systems.
struct ProviderPairs: Sendable {
  private struct ProviderCounterpart: Sendable {
    var ids: Sides<Name>
    var kind: MethodKind?
  }

  private let tables: Sides<ProviderTable>
  private let pairs: [ProviderCounterpart]

  init(_ map: SystemMap?, _ policies: Sides<CompiledPolicy>) {
    tables = Sides { policies[$0].vocabulary.providers }
    pairs = (map?.providers ?? []).map { pair in
      ProviderCounterpart(ids: Sides { pair.ids[$0].value }, kind: pair.kind)
    }
  }

  /// Returns the other system's id for a provider and a kind; nil if the other system lacks the provider or the kind.
  func counterpart(of id: String, _ kind: MethodKind, on side: Side) -> String? {
    let name = Name(id)
    let single = pairs.filter { $0.ids[side] == name }
    if !single.isEmpty {
      let fitting = single.first { $0.kind == kind } ?? single.first { $0.kind == nil }
      return fitting.flatMap { offered($0.ids[side.other].text, kind: kind, on: side.other) }
    }
    let lines = families(of: id, on: side)
    guard lines.isEmpty else {
      guard let family = lines.first(where: { ($0.kind ?? kind) == kind }) else { return nil }
      let rest = name.bytes.dropFirst(family.ids[side].bytes.count - 1)
      let member = Name(bytes: family.ids[side.other].bytes.dropLast() + rest)
      // The other policy can declare a member of the family separately, or the map can list the member separately.
      let isMember = tables[side.other].provider(of: member.text)?.id == family.ids[side.other]
      let isTaken = !isMember || pairs.contains { $0.ids[side.other] == member }
      return isTaken ? nil : offered(member.text, kind: kind, on: side.other)
    }
    // Providers with equal ids correspond, unless the map assigns the id to a different provider.
    guard !pairs.contains(where: { $0.ids[side.other] == name }),
      families(of: id, on: side.other).isEmpty
    else { return nil }
    return offered(id, kind: kind, on: side.other)
  }

  /// Returns the declared providers of one system with the kinds that have no counterpart.
  ///
  /// The result omits a provider whose kinds all have counterparts.
  func alone(on side: Side) -> [(id: Name, kinds: [MethodKind])] {
    tables[side].providers.enumerated().compactMap { value, provider in
      let example = tables[side].example(of: value)
      let kinds = provider.kinds.filter { kind in
        counterpart(of: example, kind, on: side) == nil
      }
      return kinds.isEmpty ? nil : (provider.id, kinds)
    }
  }

  /// Returns the other system's name for a declared provider or family; if there is no counterpart, returns a new name.
  func name(of id: Name, on side: Side) -> Name {
    let own = pairs.filter { $0.ids[side] == id }
    if let pair = own.first(where: { $0.kind == nil }) ?? own.first {
      // If the map assigns one provider to two providers of different kinds, the first provider gets the name.
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

  private func offered(_ id: String, kind: MethodKind, on side: Side) -> String? {
    tables[side].value(of: id).flatMap { tables[side].offers(kind, $0) ? id : nil }
  }

  /// Returns the map's pairs for the provider family to which an id belongs in one side's policy.
  ///
  /// Returns no pairs if the policy declares the id separately, or not at all.
  private func families(of id: String, on side: Side) -> [ProviderCounterpart] {
    guard let declared = tables[side].provider(of: id), declared.isFamily else { return [] }
    return pairs.filter { $0.ids[side] == declared.id }
  }
}
