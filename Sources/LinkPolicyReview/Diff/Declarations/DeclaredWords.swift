internal import LinkPolicy
internal import LinkPolicyAuthoring

// The words that reports use for declared choices.
//
// Interpolation would give the same words on platforms that know the names of enum cases at run time. Embedded Swift
// does not know the names.

extension PointsTo {
  var word: String {
    switch self {
    case .session: "session"
    case .target: "target"
    case .code: "code"
    case .credential: "credential"
    }
  }
}

extension AddressPresence {
  var word: String {
    switch self {
    case .none: "none"
    case .optional: "optional"
    case .required: "required"
    case .byKind: "byKind"
    }
  }
}

extension AddressRules.Match {
  var word: String {
    switch self {
    case .primary: "primary"
    case .anyProven: "anyProven"
    }
  }
}

extension AddressRules.AddressHolder {
  var word: String {
    switch self {
    case .account: "account"
    case .methods: "methods"
    }
  }
}

extension AddressRules.Election {
  var word: String {
    switch self {
    case .held: "held"
    case .primary: "primary"
    }
  }
}

extension AddressRules.International {
  var word: String {
    switch self {
    case .absent: "absent"
    case .error: "error"
    }
  }
}

extension HitPolicy {
  var word: String {
    switch self {
    case .unique: "unique"
    case .first: "first"
    }
  }
}

extension ClaimValue {
  /// The value, marked with its type so that `true` and `"true"` differ.
  var typedWord: String {
    switch self {
    case .boolean(let value): "boolean(\(value))"
    case .string(let text): "string(\(text.text))"
    case .number(let text): "number(\(text.text))"
    case .null: "null"
    }
  }
}
