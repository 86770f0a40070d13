internal import LinkPolicy
package import LinkPolicyAnalysis

extension PolicyDifference {
  // The first stores are the exact ones, and show most differences.
  private static var firstStores: Int { 40 }

  /// Leaves out sequences that a policy as it was given does not decide: one that tests no tenants, as the other does, is
  /// asked about none.
  private mutating func leaveOutContradictions() {
    let given = given
    for change in changes.indices {
      for box in changes[change].boxes.indices {
        guard let sequence = changes[change].boxes[box].witness?.sequence else { continue }
        let isDecided = Side.allCases.allSatisfy { side in
          sequence.adapted(to: given[side]).play(given[side]).last?.decision != nil
        }
        if !isDecided {
          changes[change].boxes[box].witness = nil
        }
      }
    }
  }

  /// Looks for a sequence for each box, exploring both policies.
  ///
  /// `progress` is told what is being done.
  package mutating func addWitnesses(
    limits: Explorer.Limits = Explorer.Limits(), seed: UInt64 = 0,
    progress: (String) -> Void = { _ in }
  ) {
    defer { addDeclarationWitnesses(limits: limits, seed: seed, progress: progress) }
    guard !changes.isEmpty else { return }
    var search = WitnessSearch(self)
    let focus = WitnessFocus(self)
    var explorers = Sides { side in
      Explorer(
        policies[side], distinguishedBy: [policies[side.other]], limits: limits,
        focus.representatives(side, seed: seed))
    }
    var looked = Sides { _ in 0 }
    for bound in [min(Self.firstStores, limits.stores), limits.stores] {
      for side in [Side.new, .old] where !search.isDone && !explorers[side].isDone {
        while !explorers[side].isDone, explorers[side].expanded < bound {
          let next = min(explorers[side].expanded + 20, bound)
          explorers[side].explore { $0.expanded < next }
          progress("\(explorers[side].expanded) stores under the \(side.rawValue) policy")
        }
        search.search(explorers[side], of: side, from: looked[side])
        looked[side] = explorers[side].situations.count
      }
    }
    changes = search.result
    leaveOutContradictions()
    searchedStores = explorers.old.expanded + explorers.new.expanded
  }
}
