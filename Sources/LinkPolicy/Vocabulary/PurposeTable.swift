/// The purposes that codes of a policy can have: the five that every policy has, then its own.
package struct PurposeTable: Sendable {
  /// One purpose and what becomes of its codes.
  package struct Purpose: Sendable {
    package let purpose: CodePurpose
    package let treatment: CodeTreatment
    /// Whether the standard actions ask for it at the account's own address.
    ///
    /// A code that was there before anything happened, so that nobody saw it mailed, is then bound
    /// to the address it went to; any other to the one that its account has.
    package let isAboutOwnAddress: Bool

    init(_ purpose: CodePurpose, _ treatment: CodeTreatment, isAboutOwnAddress: Bool) {
      self.purpose = purpose
      self.treatment = treatment
      self.isAboutOwnAddress = isAboutOwnAddress
    }
  }

  /// The purposes that every policy has.
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

  /// The standard purposes with further ones behind them; a name that is there already is left out.
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

  /// The number of a purpose; nil for one that the policy does not have.
  package func number(of purpose: CodePurpose) -> Int? {
    numbers.number(of: purpose.name)
  }

  /// What is known of a purpose; nil for one that the policy does not have.
  package subscript(purpose: CodePurpose) -> Purpose? {
    number(of: purpose).map { purposes[$0] }
  }

  /// The words for the purposes.
  package var names: [Name] { purposes.map { $0.purpose.name } }
}
