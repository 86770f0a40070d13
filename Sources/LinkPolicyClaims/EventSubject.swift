internal import LinkPolicy
internal import LinkPolicyJSON

/// The person whom an event concerns: the subject at the provider, and the address; either can be missing.
struct EventSubject {
  /// The provider's subject; nil if the identifier contains no subject.
  private(set) var subject: String?
  /// The address; nil if the identifier contains no address.
  private(set) var address: String?

  /// A format of identifiers that can contain a subject or an address (RFC 9493; Shared Signals Framework 1.0,
  /// section 3).
  private enum SubjectFormat: String, CaseIterable {
    case issSub = "iss_sub"
    /// The claims of an ID token, a format that Google sends.
    case idTokenClaims = "id_token_claims"
    case opaque
    case email
    case aliases
    case complex

    /// Creates the format from its word; earlier drafts and Google write the word with hyphens instead of underscores.
    init?(word: String) {
      let bytes = word.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
      self.init(rawValue: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Creates the person with a subject at the provider.
  init(subject: String?) {
    self.subject = subject
  }

  /// Reads a subject identifier.
  ///
  /// Identifiers of other formats, such as telephone numbers, contain neither a subject nor an address.
  init(_ value: JSONValue, of mapping: EventMapping, claim: String) throws(ClaimsError) {
    try read(value, of: mapping, claim: claim, isInside: false)
  }

  private mutating func read(
    _ value: JSONValue, of mapping: EventMapping, claim: String, isInside: Bool
  ) throws(ClaimsError) {
    guard value.isObject else {
      throw ClaimsError(.claim, "`" + claim + "` is " + value.kind + ", not an object")
    }
    guard let word = value["format"] ?? value["subject_type"] else {
      // Drafts of CAEP do not define a format for complex subjects.
      guard !isInside, let user = value["user"] else {
        throw ClaimsError(.claim, "`" + claim + "` has no `format`")
      }
      return try read(user, of: mapping, claim: claim, isInside: true)
    }
    guard let word = word.text else {
      throw ClaimsError(.claim, "the `format` of `" + claim + "` is not a string")
    }
    switch SubjectFormat(word: word) {
    case .issSub, .idTokenClaims:
      let issuer = try Self.text(in: value, key: "iss", claim: claim)
      let subject = try Self.text(in: value, key: "sub", claim: claim)
      guard mapping.isIssuer(issuer) else {
        // An alias at another provider is ignored, without an error.
        if isInside { return }
        throw ClaimsError(.issuer, "`" + claim + "` is a subject of another issuer")
      }
      self.subject = self.subject ?? subject
    case .opaque:
      let id = try Self.text(in: value, key: "id", claim: claim)
      if mapping.hasOpaqueSubjects {
        subject = subject ?? id
      }
    case .email:
      let email = try Self.text(in: value, key: "email", claim: claim)
      address = address ?? email
    case .aliases:
      guard !isInside, let identifiers = value["identifiers"]?.elements else {
        throw ClaimsError(.claim, "the aliases of `" + claim + "` are no list of identifiers")
      }
      for identifier in identifiers {
        try read(identifier, of: mapping, claim: claim, isInside: true)
      }
    case .complex:
      guard !isInside, let user = value["user"] else {
        throw ClaimsError(
          .subject, "`" + claim + "` names no user: ask the provider for events about users")
      }
      try read(user, of: mapping, claim: claim, isInside: true)
    case nil: break
    }
  }

  private static func text(
    in value: JSONValue, key: String, claim: String
  ) throws(ClaimsError) -> String {
    guard let text = value[key]?.text, !text.isEmpty else {
      throw ClaimsError(
        .claim, "`" + key + "` of `" + claim + "` is missing, empty, or not a string")
    }
    return text
  }
}

extension String {
  /// Returns whether two strings have the same bytes, except for the case of ASCII letters.
  func hasSameLetters(as other: String) -> Bool {
    func folded(_ byte: UInt8) -> UInt8 {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return utf8.elementsEqual(other.utf8) { folded($0) == folded($1) }
  }
}
