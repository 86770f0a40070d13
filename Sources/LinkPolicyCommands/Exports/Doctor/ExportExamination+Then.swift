internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyService

/// What would be wrong if another policy took the place of the one of today.
extension ExportExamination {
  /// Names what the other policy reads otherwise: what people type and providers assert stands in no row.
  mutating func findRules(_ policy: CompiledPolicy, then other: CompiledPolicy) {
    for difference in StoredRowDifference.between(policy.policy, other.policy) {
      report(
        .otherRules, .warning,
        "the policies differ in " + difference.words
          + ": what that comes to in sign-ins shows in no row")
    }
  }

  /// Finds addresses that another policy holds under other keys, and accounts that have one address by that.
  mutating func findCollisions(under policy: Policy) {
    let other = policy.vocabulary
    func key(_ address: String) -> String {
      // What is no address stays as it is: it has been found by itself.
      do throws(InputError) {
        return try other.canonical(address, keepsCase: other.providers.keepsAnyCase)
      } catch {
        return address
      }
    }
    for stored in accounts {
      let held = other.addressesHeld(by: stored.account)
      for address in vocabulary.addressesHeld(by: stored.account)
      where !held.contains(where: { $0.hasSameBytes(as: address) }) {
        report(
          .otherKey, .warning,
          "account `\(stored.account.id)` is found by `\(address)` today, and the other policy would not find it by that",
          stored, "give the address to what holds addresses there, before that policy decides")
      }
      for address in held
      where !key(address).hasSameBytes(as: address) {
        report(
          .otherKey, .warning,
          "account `\(stored.account.id)` has `\(address)`, which the other policy looks up as `\(key(address))`",
          stored,
          "rewrite the address before that policy decides, or nobody finds the account by it")
      }
      do throws(InputError) {
        try self.policy.checkDecidable(stored.account)
        var account = stored.account
        // Its addresses are told about above.
        account.email = account.email.map { key($0) }
        for index in account.methods.indices {
          account.methods[index].address = account.methods[index].address.map { key($0) }
          account.methods[index].provedAddress = account.methods[index].provedAddress.map {
            key($0)
          }
        }
        do throws(InputError) {
          try policy.checkDecidable(account)
        } catch {
          report(
            .unusableAccount, .error, "under the other policy: " + error.message, stored,
            "declare it there, or mend the row first")
        }
      } catch {
        // Unusable today as well, and told about.
        continue
      }
    }
    let today = Set(sharing(vocabulary) { $0 }.map(\.accounts))
    for (several, _) in sharing(other, key) where !today.contains(several) {
      report(
        .wouldCollide, .warning, several,
        "\(named(several)) would have one address under the other policy",
        "a sign-in with it would be about one of them or be refused; merge them first, or leave these addresses apart"
      )
    }
  }

  /// Finds credentials that another policy holds under other keys, and accounts that have one credential by that.
  mutating func findCredentials(under other: Vocabulary, of rows: [StoredAccount]) {
    for (row, stored) in zip(rows, accounts) {
      var read = row.account
      other.closeKinds(of: &read)
      for (one, method) in zip(read.methods, stored.account.methods) where one.kind != method.kind {
        report(
          .otherKey, .warning,
          "the row of the method of `\(method.provider)` of account `\(stored.account.id)` says no kind, and the other policy takes it for another",
          stored, "write the `kind` into the row")
      }
      for method in stored.account.methods where Self.isCredential(method) {
        let (old, new) = (vocabulary.key(of: method).issuer, other.key(of: method).issuer)
        guard !old.hasSameBytes(as: new) else { continue }
        report(
          .otherKey, .warning,
          "the method of `\(method.provider)` of account `\(stored.account.id)` is held under the issuer `\(old)`, and the other policy looks it up under `\(new)`",
          stored, "rewrite its key before that policy decides, or a sign-in by it finds no account")
      }
    }
    let today = Set(sharingCredentials(vocabulary))
    for several in sharingCredentials(other) where !today.contains(several) {
      report(
        .wouldShareCredential, .error, several,
        "\(named(several)) would have one credential under the other policy",
        "whoever holds one of them would reach the other; find out whose it is before that policy decides"
      )
    }
  }
}
