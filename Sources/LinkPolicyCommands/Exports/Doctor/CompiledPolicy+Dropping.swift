package import LinkPolicy
package import LinkPolicyAuthoring

extension CompiledPolicy {
  /// Whether some row can drop the methods of an account that did not prove its address, when somebody proves it.
  ///
  /// By what a row says of the account itself, whether its address is verified and whether it is switched off; whether an
  /// attempt comes to the row hangs on more.
  ///
  /// - Parameter account: the account, as the store has it.
  /// - Returns: whether it has such a method and some row that drops those does not leave it out.
  package func canDropUnproven(of account: Account) -> Bool {
    guard let email = account.email,
      account.methods.contains(where: { !($0.provedAddress?.hasSameBytes(as: email) ?? false) })
    else { return false }
    let found: FactValue.AccountVerification = account.isEmailVerified ? .verified : .unverified
    let state: FactValue.AccountState = account.state == .active ? .active : .disabled
    let known = [
      (fact: EngineFact.account.rawValue, value: found.rawValue),
      (fact: EngineFact.accountState.rawValue, value: state.rawValue),
    ]
    return storage.tables.contains { table in
      table.rows.contains { row in
        row.answer.effects.contains(.dropUnproven)
          && row.conditions.allSatisfy { condition in
            known.allSatisfy { $0.fact != condition.fact || condition.values.contains($0.value) }
          }
      }
    }
  }
}
