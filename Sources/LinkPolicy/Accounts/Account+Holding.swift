extension Account {
  /// Whether the account holds a canonical address.
  package func holds(_ address: String, by holder: AddressRules.Holder) -> Bool {
    let fields = box.span
    switch holder {
    case .account:
      return fields[0].email?.hasSameBytes(as: address) ?? false
    case .methods:
      for index in fields[0].methods.indices
      where fields[0].methods[index].address.hasSameBytes(as: address)
        && !fields[0].methods[index].isSuperseded
      {
        return true
      }
      return false
    }
  }

  /// Whether some method leaves its kind to the policy.
  var hasOpenKind: Bool {
    let fields = box.span
    for index in fields[0].methods.indices where fields[0].methods[index].isKindOpen {
      return true
    }
    return false
  }

  /// Whether some method is superseded.
  var hasSupersededMethod: Bool {
    let fields = box.span
    for index in fields[0].methods.indices where fields[0].methods[index].isSuperseded {
      return true
    }
    return false
  }
}
