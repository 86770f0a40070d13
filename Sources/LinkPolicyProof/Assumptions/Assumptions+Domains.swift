internal import LinkPolicy
internal import LinkPolicyAuthoring

extension Assumptions {
  /// The domains that a policy or the assumptions may tell apart, after one that neither names, the
  /// plainest first.
  ///
  /// Those at which the addresses that are played would be too long are among
  /// ``domains(tooLongUnder:)``.
  func domains(playedUnder policy: CompiledPolicy) -> [String] {
    allDomains(under: policy).filter { !policy.vocabulary.isTooLong($0) }
  }

  /// The domains at which the addresses that are played are longer than an address can be.
  func domains(tooLongUnder policy: CompiledPolicy) -> [String] {
    allDomains(under: policy).filter { policy.vocabulary.isTooLong($0) }
  }

  private func allDomains(under policy: CompiledPolicy) -> [String] {
    var names = plainDomains(under: policy)
    names += PlayedDomains(policy, besides: domains).declared
    for (alias, domain) in policy.vocabulary.addresses.aliases {
      names += [domain.value.text, alias.value.text]
    }
    return names + domains
  }

  /// The usual example, and where it is named one that is not.
  func plainDomains(under policy: CompiledPolicy) -> [String] {
    let usual = "example.com"
    let ends = ["com", "net", "org", "example"]
    // More names than can be named: one of them is nobody's.
    let aliases = policy.vocabulary.addresses.aliases.count
    let named = policy.document.domains.reduce(domains.count + 2 * aliases) {
      $0 + $1.domains.count
    }
    let others = (0...named).map {
      "unnamed" + String($0 / ends.count) + "." + ends[$0 % ends.count]
    }
    let plain = ([usual] + others).first { isPlain($0, under: policy) }
    return [usual] + (plain.map { $0.hasSameBytes(as: usual) ? [] : [$0] } ?? [])
  }

  /// Whether neither the policy nor a row names a domain.
  private func isPlain(_ domain: String, under policy: CompiledPolicy) -> Bool {
    let vocabulary = policy.vocabulary
    let aliases = vocabulary.addresses.aliases.flatMap { [$0.alias.value, $0.domain.value] }
    return vocabulary.domainValue(of: domain) == vocabulary.domains.other
      && !domains.contains { $0.hasSameBytes(as: domain) } && !aliases.contains(Name(domain))
  }
}

extension Vocabulary {
  /// Whether some address at a domain is none with a local part of the length of those that are played.
  fileprivate func isTooLong(_ domain: String) -> Bool {
    do throws(InputError) {
      _ = try self.domain(of: "a@" + domain)
    } catch {
      // No address at all can be there.
      return false
    }
    do throws(InputError) {
      _ = try self.domain(of: "attacker@" + domain)
      return false
    } catch {
      return true
    }
  }

  /// The value of the fact `domain` of addresses at a domain; nil where no address can be at it.
  func domainValue(of domain: String) -> Int? {
    do throws(InputError) {
      return try self.domain(of: "a@" + domain)
    } catch {
      return nil
    }
  }
}
