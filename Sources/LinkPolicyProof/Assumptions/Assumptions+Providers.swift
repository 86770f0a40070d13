internal import LinkPolicy
internal import LinkPolicyAuthoring

extension Assumptions {
  /// The ids by which a declared provider is played: its own, or for a family each member that some
  /// row names, and a few that no row tells apart.
  ///
  /// - Parameters:
  ///   - value: the provider's value of the fact `provider`.
  ///   - policy: the policy that declares it.
  ///   - count: how many members of a family that no row names are asked for.
  /// - Returns: ids that are read as the provider.
  func played(_ value: Int, of policy: CompiledPolicy, others count: Int) -> [String] {
    let table = policy.vocabulary.providers
    guard table.providers[value].isFamily else { return [table.example(of: value)] }
    // Of a narrower family than the declared one two members, as of that.
    let family = table.providers[value].id.text
    let narrower = families.filter { !$0.hasSameBytes(as: family) }.flatMap { word in
      Self.names.map { String(word.dropLast()) + $0 }
    }
    let named = (providers + narrower).filter { table.value(of: $0) == value }
    var ids: [String] = []
    var number = 0
    while ids.count < count, number < count + named.count {
      let name = number < Self.names.count ? Self.names[number] : "other" + String(number)
      number += 1
      let id = table.example(of: value, named: name)
      if !(named + ids).contains(where: { $0.hasSameBytes(as: id) }) {
        ids.append(id)
      }
    }
    for id in named where !ids.contains(where: { $0.hasSameBytes(as: id) }) {
      ids.append(id)
    }
    return ids
  }

  /// What members of a family are called that stand for all others.
  private static var names: [String] { ["one", "two"] }
}
