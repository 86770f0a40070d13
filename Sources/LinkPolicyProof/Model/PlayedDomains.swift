internal import LinkPolicy

/// Names of domains that a policy and the assumptions can tell apart.
///
/// One for each name that something is said of, one for each pattern, and one of which nothing is
/// said.
struct PlayedDomains: Sendable {
  let policy: CompiledPolicy

  init(_ policy: CompiledPolicy) {
    self.policy = policy
  }

  private var vocabulary: Vocabulary { policy.vocabulary }

  /// Every name that can make a difference, one of which nothing is said first.
  func names(under assumptions: Assumptions) -> [String] {
    var named = assumptions.domains
    for pair in vocabulary.addresses.aliases {
      named += [pair.alias.value.text, pair.domain.value.text]
    }
    return [unlisted(besides: assumptions.domains)] + declared + named
  }

  /// One name for each name and pattern of the policy's sets of domains.
  private var declared: [String] {
    policy.document.domains.enumerated().flatMap { value, declared in
      declared.domains.compactMap { name(of: $0.value.text, in: value) }
    }
  }

  /// A name that a domain or pattern of a set stands for; nil where others of the policy take every
  /// name that it has.
  func name(of domain: String, in value: Int) -> String? {
    guard domain.hasPrefix("*.") else { return domain }
    let rest = String(domain.dropFirst())
    // More names than are declared: one of them is nobody else's.
    let count = policy.document.domains.reduce(0) { $0 + $1.domains.count }
    let labels = ["one", "two", "three"] + (0...count).map { "n" + String($0) }
    return labels.lazy.map { $0 + rest }.first { self.value(of: $0) == value }
  }

  /// A name that is in no set and has no alias.
  var unlisted: String { unlisted(besides: []) }

  /// A name that is in no set, has no alias, and is not among others.
  private func unlisted(besides named: [String]) -> String {
    let known = ["example.com", "example.net", "example.edu"]
    let ends = (0..<26).flatMap { first in (0..<26).map { [first, $0] } }
    let made = ends.lazy.map { letters in
      "unlisted." + String(decoding: letters.map { UInt8(ascii: "a") + UInt8($0) }, as: UTF8.self)
    }
    let aliases = vocabulary.addresses.aliases
    func isUnlisted(_ name: String) -> Bool {
      value(of: name) == vocabulary.domains.other
        && !named.contains { $0.hasSameBytes(as: name) }
        && !aliases.contains { [$0.alias.value, $0.domain.value].contains(Name(name)) }
    }
    // A policy can name a few of these, and hardly all.
    return known.first(where: isUnlisted) ?? made.first(where: isUnlisted) ?? known[0]
  }

  /// The value of the fact `domain`; nil for what is no domain.
  func value(of name: String) -> Int? {
    do throws(InputError) {
      return try vocabulary.domain(of: "a@" + name)
    } catch {
      return nil
    }
  }
}
