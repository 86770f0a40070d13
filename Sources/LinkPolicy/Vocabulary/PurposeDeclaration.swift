/// The recipient, the owner and the validity of codes of one purpose.
public struct CodeTreatment: Sendable, Equatable {
  /// The mailbox that a code is sent to.
  public enum Recipient: UInt8, Sendable, CaseIterable {
    /// The address that the attempt asserts. A policy does not load if an attempt without an address could reach the
    /// effect.
    case asserted
    /// The address of the account; no code is mailed if the account has none.
    case account
  }

  /// The account that a code belongs to, if any.
  public enum Owner: UInt8, Sendable, CaseIterable {
    /// The account that the attempt refers to, which must exist.
    case account
    /// No account; the code only proves that its bearer reads the mailbox.
    case nobody
  }

  /// The condition under which an unused and unexpired code becomes invalid.
  public enum Staleness: UInt8, Sendable, CaseIterable {
    /// The code is invalid when its account no longer has the address from the time of mailing.
    case withAddress
    /// Only use, expiration and cancellation make the code invalid.
    case never
  }

  /// The mailbox that a code is sent to.
  public var recipient: Recipient
  /// Whether the account that the attempt refers to owns the code.
  public var owner: Owner
  /// The condition under which the code becomes stale.
  public var staleness: Staleness

  /// Creates a treatment; by default a code is sent to the asserted address, belongs to the account, and
  /// becomes stale with the account's address.
  ///
  /// - Parameters:
  ///   - recipient: the mailbox that a code is sent to.
  ///   - owner: whether the account that the attempt refers to owns the code.
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

  /// Whether the codes become stale when the address of their account changes.
  package var goesStale: Bool {
    switch (owner, staleness) {
    case (.account, .withAddress): true
    case (.account, .never), (.nobody, .withAddress), (.nobody, .never): false
    }
  }
}

/// A purpose of codes that a policy adds to the five built-in ones.
public struct PurposeDeclaration: Sendable {
  /// The word by which `send-code` and actions refer to the purpose.
  public var name: Located<Name>
  /// Who receives a code of this purpose, who owns it, and when it becomes stale.
  public var treatment: CodeTreatment

  /// Creates a purpose in addition to the five built-in ones.
  ///
  /// - Parameters:
  ///   - name: its word, at most 64 bytes of lower-case letters, digits and single hyphens between them, with
  ///     a letter first.
  ///   - treatment: the recipient, the owner and the validity of its codes.
  public init(_ name: Located<Name>, _ treatment: CodeTreatment = CodeTreatment()) {
    self.name = name
    self.treatment = treatment
  }
}

extension CodeTreatment.Recipient {
  /// The word of the recipient in a policy.
  package var word: Name {
    switch self {
    case .asserted: "asserted"
    case .account: "account"
    }
  }
}

extension CodeTreatment.Owner {
  /// The word of the owner in a policy.
  package var word: Name {
    switch self {
    case .account: "account"
    case .nobody: "nobody"
    }
  }
}

extension CodeTreatment.Staleness {
  /// The word of the staleness in a policy.
  package var word: Name {
    switch self {
    case .withAddress: "with-address"
    case .never: "never"
    }
  }
}

extension CodeTreatment {
  /// The parts of the treatment in the syntax of a policy, such as `to: asserted`.
  package var words: [String] {
    [
      "to: " + recipient.word.text, "for: " + owner.word.text, "stale: " + staleness.word.text,
    ]
  }
}

/// The purposes of a policy's codes: the five built-in ones, then the declared ones.
package struct PurposeTable: Sendable {
  /// A purpose and the treatment of its codes.
  package struct Purpose: Sendable {
    package let purpose: CodePurpose
    package let treatment: CodeTreatment
    /// Whether the standard actions request such a code for the account's own address.
    ///
    /// A code that existed before the first decision is then bound to the address that it was sent to. Any
    /// other code is bound to the address of its account.
    package let isAboutOwnAddress: Bool

    init(_ purpose: CodePurpose, _ treatment: CodeTreatment, isAboutOwnAddress: Bool) {
      self.purpose = purpose
      self.treatment = treatment
      self.isAboutOwnAddress = isAboutOwnAddress
    }
  }

  /// The built-in purposes.
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

  /// The purposes by their numbers.
  package let purposes: [Purpose]
  private let numbers: NameTable

  /// Creates a table of the built-in purposes followed by declared ones; ignores a declaration whose name is
  /// already in the table.
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

  /// Returns the number of a purpose, or nil if the policy does not have it.
  package func number(of purpose: CodePurpose) -> Int? {
    numbers.number(of: purpose.name)
  }

  /// The entry of a purpose, or nil if the policy does not have it.
  package subscript(purpose: CodePurpose) -> Purpose? {
    number(of: purpose).map { purposes[$0] }
  }

  /// The words of the purposes.
  package var names: [Name] { purposes.map { $0.purpose.name } }
}
