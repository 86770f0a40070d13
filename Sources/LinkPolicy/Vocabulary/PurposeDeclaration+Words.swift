extension CodeTreatment.Recipient {
  /// The word for it in a policy.
  package var word: Name {
    switch self {
    case .asserted: "asserted"
    case .account: "account"
    }
  }
}

extension CodeTreatment.Owner {
  /// The word for it in a policy.
  package var word: Name {
    switch self {
    case .account: "account"
    case .nobody: "nobody"
    }
  }
}

extension CodeTreatment.Staleness {
  /// The word for it in a policy.
  package var word: Name {
    switch self {
    case .withAddress: "with-address"
    case .never: "never"
    }
  }
}

extension CodeTreatment {
  /// The treatment as a policy writes it, such as `to: asserted`, each part by itself.
  package var words: [String] {
    [
      "to: " + recipient.word.text, "for: " + owner.word.text, "stale: " + staleness.word.text,
    ]
  }
}
