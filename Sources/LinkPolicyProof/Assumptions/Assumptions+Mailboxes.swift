internal import LinkPolicy
internal import LinkPolicyAuthoring

extension [SharedMailbox] {
  /// An address of another mailbox that a policy takes for the owner's; nil where there is none.
  ///
  /// Whatever a policy folds or joins is another mailbox's, unless a row says that the addresses are
  /// one mailbox at this domain.
  ///
  /// - Parameters:
  ///   - domain: the domain of the owner's address, in its canonical spelling.
  ///   - policy: the policy, which says what it folds and joins.
  /// - Returns: the address, written as its owner would.
  func alias(ofOwnersAt domain: String, under policy: CompiledPolicy) -> String? {
    let vocabulary = policy.vocabulary
    let folding = vocabulary.folding(keepsCase: false)
    let ignored = ignored(at: domain)
    if folding.dropsDots, !ignored.contains(.dots) {
      return "own.er@" + domain
    }
    if folding.dropsPlusTag, !ignored.contains(.plusTags) {
      return "owner+other@" + domain
    }
    let other = vocabulary.spellings(of: domain).first { !areOne(domain, $0) }
    return other.map { "owner@" + $0 }
  }
}

extension Vocabulary {
  /// The domains whose addresses the policy takes for those at a canonical one, which is the first.
  func spellings(of domain: String) -> [String] {
    let aliases = addresses.aliases.filter { $0.domain.value == Name(domain) }
    return [domain] + aliases.map { $0.alias.value.text }
  }

  /// The domain that addresses at a domain have in their canonical form; nil where no address can be
  /// at it.
  func canonicalDomain(of domain: String) -> String? {
    do throws(InputError) {
      let address = try canonical("a@" + domain)
      return String(
        decoding: address.utf8.drop { $0 != UInt8(ascii: "@") }.dropFirst(), as: UTF8.self)
    } catch {
      return nil
    }
  }
}
