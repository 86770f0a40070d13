internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyService

/// The search for problems that accounts would have if another policy replaced the current policy.
extension ExportExamination {
  /// Reports rules that differ for values outside the stored rows, such as the rule for upper and lower case in typed
  /// addresses.
  mutating func findRules(_ policy: CompiledPolicy, then other: CompiledPolicy) {
    for difference in StoredRowDifference.between(policy.policy, other.policy) {
      report(
        .otherRules, level: .warning,
        message: "the policies differ in " + difference.words
          + ": no row shows the effect on sign-ins")
    }
  }

  /// Finds addresses that another policy stores under other keys, accounts that would share an address, and accounts
  /// that no decision could use.
  mutating func findCollisions(under policy: Policy) {
    let other = policy.vocabulary
    func key(_ address: String) -> String {
      // An invalid address stays unchanged, because another finding reports it.
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
          .otherKey, level: .warning,
          message:
            "account `\(stored.account.id)` is found by `\(address)` today, but not under the other policy",
          about: stored,
          help:
            "before the other policy decides, store the address where that policy searches for addresses"
        )
      }
      for address in held
      where !key(address).hasSameBytes(as: address) {
        report(
          .otherKey, level: .warning,
          message:
            "account `\(stored.account.id)` has `\(address)`, which the other policy looks up as `\(key(address))`",
          about: stored,
          help:
            "rewrite the address before that policy decides, or no sign-in finds the account by this address"
        )
      }
      do throws(InputError) {
        try self.policy.checkDecidable(stored.account)
        var account = stored.account
        // The check gets canonical forms, because other findings report addresses, subjects and
        // identifiers in other forms.
        account.email = account.email.map { key($0) }
        for index in account.methods.indices {
          account.methods[index].subject = other.canonicalKey(of: account.methods[index]).subject
          account.methods[index].address = account.methods[index].address.map { key($0) }
          account.methods[index].provedAddress = account.methods[index].provedAddress.map {
            key($0)
          }
        }
        for index in account.identifiers.indices {
          let identifier = account.identifiers[index]
          account.identifiers[index].value =
            other.canonicalForm(of: identifier) ?? identifier.value
        }
        do throws(InputError) {
          try policy.checkDecidable(account)
        } catch {
          report(
            .unusableAccount, level: .error, message: "under the other policy: " + error.message,
            about: stored, help: "declare the value in the other policy, or correct the row first")
        }
      } catch {
        // This account is already unusable under the current policy, and another finding reports it.
        continue
      }
    }
    let today = Set(
      sharingAddresses(vocabulary) { $0 }.map { shared in
        var shared = shared
        shared.parts[1] = Name(key(Self.value(shared)))
        return shared
      })
    for shared in sharingAddresses(other, key) where !today.contains(shared) {
      report(
        .wouldCollide, level: .warning, about: shared.accounts,
        message: "\(named(shared.accounts)) would have one address under the other policy",
        help:
          "a sign-in with this address would reach one of the accounts or be refused; merge the accounts first, or keep these addresses separate"
      )
    }
  }

  /// Finds accounts whose password works only with an identifier that sign-ins under the other policy do not search.
  mutating func findLockedOut(by others: [Name]) {
    for stored in accounts {
      let account = stored.account
      func isFound(by identifiers: [Name]) -> Bool {
        account.methods.contains { findsAccount($0, of: account, by: identifiers) }
      }
      guard isFound(by: passwordIdentifiers), !isFound(by: others) else { continue }
      report(
        .otherKey, level: .warning,
        message:
          "account `\(account.id)` is found by an identifier today, and no sign-in of the other policy searches the identifiers of the account",
        about: stored,
        help:
          "nobody could sign in to the account; add the identifier to `find`, or give the account an address or another method first"
      )
    }
  }

  /// Finds credentials that another policy stores under other keys, and accounts that would share a
  /// credential.
  mutating func findCredentials(under other: Vocabulary, of rows: [StoredAccount]) {
    for (row, stored) in zip(rows, accounts) {
      var read = row.account
      other.closeKinds(of: &read)
      for (one, method) in zip(read.methods, stored.account.methods) where one.kind != method.kind {
        report(
          .otherKey, level: .warning,
          message:
            "the row of the method of `\(method.provider)` of account `\(stored.account.id)` has no kind, and the other policy infers another kind",
          about: stored, help: "add the `kind` to the row")
      }
      for method in stored.account.methods where Self.isCredential(method) {
        if let subject = method.subject,
          let folded = other.canonicalKey(of: method).subject, !folded.hasSameBytes(as: subject)
        {
          report(
            .otherKey, level: .warning,
            message:
              "the method of `\(method.provider)` of account `\(stored.account.id)` has the subject `\(subject)`, which the other policy looks up as `\(folded)`",
            about: stored,
            help:
              "rewrite the subject before that policy decides, or no sign-in finds the account by this subject"
          )
        }
        let (old, new) = (vocabulary.key(of: method).issuer, other.key(of: method).issuer)
        guard !old.hasSameBytes(as: new) else { continue }
        report(
          .otherKey, level: .warning,
          message:
            "the method of `\(method.provider)` of account `\(stored.account.id)` is stored under the issuer `\(old)`, and the other policy looks up the method under `\(new)`",
          about: stored,
          help:
            "rewrite the key of the method before that policy decides, or a sign-in with the method finds no account"
        )
      }
    }
    let today = Set(sharingCredentials(other, andUnder: vocabulary))
    for shared in sharingCredentials(other) where !today.contains(shared) {
      report(
        .wouldShareCredential, level: .error, about: shared.accounts,
        message: "\(named(shared.accounts)) would have one credential under the other policy",
        help:
          "the owner of one account could sign in to another; find out whose credential it is before that policy decides"
      )
    }
  }

  /// Finds identifiers that another policy compares in another form, and accounts that would share an identifier.
  mutating func findIdentifiers(under other: Vocabulary) {
    for stored in accounts {
      for identifier in stored.account.identifiers {
        guard let old = vocabulary.canonicalForm(of: identifier),
          old.hasSameBytes(as: identifier.value),
          let new = other.canonicalForm(of: identifier), !new.hasSameBytes(as: old)
        else { continue }
        report(
          .otherKey, level: .warning,
          message:
            "account `\(stored.account.id)` has the \(identifier.name) `\(old)`, which the other policy looks up as `\(new)`",
          about: stored,
          help:
            "rewrite the identifier before that policy decides, or no decision can use the account")
      }
    }
    let today = Set(sharingIdentifiers(other, andUnder: vocabulary))
    for shared in sharingIdentifiers(other) where !today.contains(shared) {
      report(
        .wouldShareIdentifier, level: .error, about: shared.accounts,
        message:
          "\(named(shared.accounts)) would have one identifier under the other policy: \(Self.identifier(shared))",
        help:
          "find out whose identifier it is, and remove it from the other accounts before that policy decides"
      )
    }
  }
}
