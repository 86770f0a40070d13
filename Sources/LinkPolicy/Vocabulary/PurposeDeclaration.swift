/// The treatment of the mailed codes of one purpose: recipient, owner and validity.
public struct CodeTreatment: Sendable, Equatable {
  /// The mailbox to which a code is sent: the asserted address or the account's address.
  public enum Recipient: UInt8, Sendable, CaseIterable {
    /// The code is sent to the address that the attempt asserts.
    ///
    /// A policy does not load if an attempt without an address could send the code.
    case asserted
    /// The code is sent to the address of the account; an account without an address receives no code.
    case account
  }

  /// The account to which a code belongs, if any.
  public enum Owner: UInt8, Sendable, CaseIterable {
    /// The code belongs to the account to which the attempt points; the account must exist.
    case account
    /// The code belongs to no account, and proves only that the person who has the code reads the mailbox.
    case nobody
  }

  /// The condition under which an unused and unexpired code becomes invalid.
  public enum Staleness: UInt8, Sendable, CaseIterable {
    /// The code becomes invalid when the account's address changes after the mailing.
    case withAddress
    /// Only use, expiration and cancellation make the code invalid.
    case never
  }

  /// The mailbox to which a code is sent: the asserted address or the account's address.
  public var recipient: Recipient
  /// Whether the account to which the attempt points owns the code.
  public var owner: Owner
  /// The condition under which the code becomes stale.
  public var staleness: Staleness

  /// Creates rules for the recipient, the owner and the validity of codes.
  ///
  /// By default, a code is sent to the asserted address, belongs to the account, and becomes stale when the account's
  /// address changes.
  ///
  /// - Parameters:
  ///   - recipient: the mailbox to which a code is sent: the asserted address or the account's address.
  ///   - owner: whether the account to which the attempt points owns the code.
  ///   - staleness: the condition under which an unused and unexpired code becomes invalid.
  public init(
    to recipient: Recipient = .asserted, for owner: Owner = .account,
    stale staleness: Staleness = .withAddress
  ) {
    self.recipient = recipient
    self.owner = owner
    self.staleness = staleness
  }

  /// Returns whether a code is stale for an account with the current address `email`.
  package func isStale(boundTo before: String?, now email: String?) -> Bool {
    goesStale && !email.hasSameBytes(as: before)
  }

  /// Whether codes of the purpose become stale when their account's address changes; false for codes without an
  /// account.
  package var goesStale: Bool {
    switch (owner, staleness) {
    case (.account, .withAddress): true
    case (.account, .never), (.nobody, .withAddress), (.nobody, .never): false
    }
  }
}

/// A purpose of codes that a policy declares in addition to the five built-in purposes, which include `verify` and
/// `reset`.
public struct PurposeDeclaration: Sendable {
  /// The name by which the effect `send-code` and actions refer to the purpose, such as `invite`.
  public var name: Located<Name>
  /// The recipient and the owner of a code of this purpose, and whether the code becomes stale.
  public var treatment: CodeTreatment

  /// Declares a purpose of mailed codes, and how the engine treats these codes.
  ///
  /// - Parameters:
  ///   - name: a word of at most 64 bytes, such as `invite`: a lower-case letter comes first, then lower-case letters,
  ///     digits and single hyphens between them.
  ///   - treatment: the recipient, the owner and the validity of codes of the purpose.
  public init(_ name: Located<Name>, _ treatment: CodeTreatment = CodeTreatment()) {
    self.name = name
    self.treatment = treatment
  }
}

extension CodeTreatment.Recipient {
  /// The word for the recipient of a code in a policy, such as `asserted`.
  package var word: Name {
    switch self {
    case .asserted: "asserted"
    case .account: "account"
    }
  }
}

extension CodeTreatment.Owner {
  /// The word for the owner of a code in a policy, such as `account`.
  package var word: Name {
    switch self {
    case .account: "account"
    case .nobody: "nobody"
    }
  }
}

extension CodeTreatment.Staleness {
  /// The word for the staleness of a code in a policy, such as `never`.
  package var word: Name {
    switch self {
    case .withAddress: "with-address"
    case .never: "never"
    }
  }
}

extension CodeTreatment {
  /// The recipient, owner and staleness in the syntax of a policy, such as `to: asserted`.
  package var words: [String] {
    [
      "to: " + recipient.word.text, "for: " + owner.word.text, "stale: " + staleness.word.text,
    ]
  }
}

/// The purposes of a policy's codes: the five built-in purposes, followed by the declared purposes.
package struct PurposeTable: Sendable {
  /// A purpose and the treatment of its codes.
  package struct Purpose: Sendable {
    package let purpose: CodePurpose
    package let treatment: CodeTreatment
    /// Whether codes of this purpose concern the account's own address: `verify`, `reset`, and declared purposes that
    /// mail to the account.
    ///
    /// If no bound address is recorded, a code for the account's own address is bound to the address to which the code
    /// was sent. Any other code is then bound to the current address of the code's account.
    package let isAboutOwnAddress: Bool

    init(_ purpose: CodePurpose, _ treatment: CodeTreatment, isAboutOwnAddress: Bool) {
      self.purpose = purpose
      self.treatment = treatment
      self.isAboutOwnAddress = isAboutOwnAddress
    }
  }

  /// The built-in purposes, each with the treatment of its codes.
  package static var standard: [Purpose] {
    [
      Purpose(
        .signIn, CodeTreatment(to: .asserted, for: .nobody, stale: .never),
        isAboutOwnAddress: false),
      Purpose(
        .verify, CodeTreatment(to: .account, for: .account, stale: .withAddress),
        isAboutOwnAddress: true),
      Purpose(
        .change, CodeTreatment(to: .asserted, for: .account, stale: .withAddress),
        isAboutOwnAddress: false),
      Purpose(
        .undo, CodeTreatment(to: .account, for: .account, stale: .never),
        isAboutOwnAddress: false),
      Purpose(
        .reset, CodeTreatment(to: .asserted, for: .account, stale: .withAddress),
        isAboutOwnAddress: true),
    ]
  }

  /// The purposes, in the order of their numbers.
  package let purposes: [Purpose]
  private let numbers: NameTable

  /// Creates a table of the built-in purposes, followed by the declared purposes.
  ///
  /// The table ignores a declared purpose whose name is already in the table.
  package init(adding declared: [PurposeDeclaration] = []) {
    var purposes = Self.standard
    var numbers = NameTable()
    for (number, entry) in purposes.enumerated() {
      numbers.insert(entry.purpose.name, number)
    }
    for declaration in declared {
      guard numbers.insert(declaration.name.value, purposes.count) == nil else { continue }
      purposes.append(
        Purpose(
          CodePurpose(declaration.name.value), declaration.treatment,
          isAboutOwnAddress: declaration.treatment.recipient == .account))
    }
    self.purposes = purposes
    self.numbers = numbers
  }

  /// Returns the number of a purpose; nil for a purpose that the policy does not have.
  package func number(of purpose: CodePurpose) -> Int? {
    numbers.number(of: purpose.name)
  }

  /// The purpose with its treatment; nil for a purpose that the policy does not have.
  package subscript(purpose: CodePurpose) -> Purpose? {
    number(of: purpose).map { purposes[$0] }
  }

  /// The words of all purposes, such as `verify`.
  package var names: [Name] { purposes.map { $0.purpose.name } }
}
