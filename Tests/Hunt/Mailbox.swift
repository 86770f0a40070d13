import LinkPolicy

/// An address as somebody writes it, and whose mail it really is.
struct Mailbox {
  /// The address as it is written.
  var text: String
  /// The part behind the `@`.
  var domain: String
  /// Who reads the mail of it.
  var reader: Person
  /// The canonical form under the policy; nil where the policy takes no such address.
  var canonical: String?
}

/// The addresses that are played where the owner's is at one domain.
struct Mailboxes {
  /// The domain of the owner's address.
  let domain: String
  /// The owner's address, as he writes it: the usual spelling first.
  let owners: [Mailbox]
  /// Addresses of the attacker's own that the policy takes for the owner's.
  let aliases: [Mailbox]
  /// Addresses of the attacker's own, one at each domain.
  let attackers: [Mailbox]

  /// Where dots, and where tags behind a plus, make no other mailbox: there such a spelling is the
  /// owner's own mail, and no attacker can have it.
  private static let withoutDots = ["gmail.com", "googlemail.com"]
  private static let withoutTags =
    withoutDots + ["outlook.com", "hotmail.com", "icloud.com", "me.com", "mac.com"]

  /// The owner's address at a domain, the attacker's at each of several.
  init(_ domain: String, among domains: [String], under vocabulary: Vocabulary) {
    func mailbox(_ local: String, _ domain: String, _ reader: Person) -> Mailbox {
      let text = local + "@" + domain
      return Mailbox(
        text: text, domain: domain, reader: reader, canonical: try? vocabulary.canonical(text))
    }
    self.domain = domain
    // No mail service tells letters by their case.
    owners = ["owner", "Owner"].map { mailbox($0, domain, .owner) }
    attackers = domains.map { mailbox("attacker", $0, .attacker) }
    let folding = vocabulary.folding(keepsCase: false)
    var aliases: [Mailbox] = []
    if folding.dropsDots, !Self.withoutDots.contains(domain) {
      aliases.append(mailbox("own.er", domain, .attacker))
    }
    if folding.dropsPlusTag, !Self.withoutTags.contains(domain) {
      aliases.append(mailbox("owner+other", domain, .attacker))
    }
    for (alias, target) in vocabulary.addresses.aliases.map({ ($0.value.text, $1.value.text) }) {
      let other = alias == domain ? target : target == domain ? alias : nil
      if let other, !(Self.withoutDots.contains(other) && Self.withoutDots.contains(domain)) {
        aliases.append(mailbox("owner", other, .attacker))
      }
    }
    self.aliases = aliases
  }

  /// Who reads the mail to an address.
  func reader(of text: String) -> Person {
    owners.contains { $0.text.hasSameBytes(as: text) } ? .owner : .attacker
  }
}
