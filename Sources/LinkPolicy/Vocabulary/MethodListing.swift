/// The selection and order of the methods that `tell: methods` lists.
package struct MethodListing: Sendable, Equatable {
  /// The kinds of methods to list.
  package let kinds: MethodKindSet
  package let order: ListingOrder

  package init(kinds: MethodKindSet, order: ListingOrder) {
    self.kinds = kinds
    self.order = order
  }
}

extension Vocabulary {
  /// Returns the methods of an account that the policy lists, in the policy's order, without superseded methods.
  func listed(_ methods: [Method]) -> [Method] {
    let told = methods.filter { !$0.isSuperseded && listing.kinds.contains($0.closedKind) }
    switch listing.order {
    case .added: return told
    case .provider: return byProvider(told)
    }
  }

  private func byProvider(_ methods: [Method]) -> [Method] {
    var result: [Method] = []
    for (index, first) in methods.enumerated() {
      func isSame(_ other: Method) -> Bool { other.provider.hasSameBytes(as: first.provider) }
      guard !methods[..<index].contains(where: isSame) else { continue }
      let group = methods[index...].filter(isSame)
      let kinds = providers.provider(of: first.provider)?.kinds ?? []
      for kind in kinds {
        result += group.filter { $0.closedKind == kind }
      }
      // In a group, methods of kinds that the provider does not offer come last.
      result += group.filter { !kinds.contains($0.closedKind) }
    }
    return result
  }
}

/// The order in which `tell: methods` lists the methods of an account.
public enum ListingOrder: UInt8, Sendable, CaseIterable {
  /// The order in which the methods were added.
  case added
  /// The order by provider, with one group of methods for each provider.
  ///
  /// The groups are in the order in which each provider's first method was added. The methods of a group are in the
  /// order in which the policy declares the provider's kinds.
  case provider

  /// The name of the order in a policy, such as `added`.
  public var name: Name {
    switch self {
    case .added: "added"
    case .provider: "provider"
    }
  }
}
