extension Vocabulary {
  /// The canonical form of an address: the key under which it is held and looked up.
  ///
  /// Idempotent. What is folded is the policy's to say (`addresses:`); a provider with
  /// `case: exact` keeps the case of local parts.
  package func canonical(
    _ email: String, keepsCase: Bool = false
  ) throws(InputError) -> String {
    let at: Int
    do {
      at = try EmailAddress.validate(email.utf8Span.span)
    } catch {
      throw .malformedAddress(email, error)
    }
    return try canonical(wellFormed: email, at: at, folding(keepsCase: keepsCase))
  }

  /// The canonical form of an address that was checked, with the place of its `@` in bytes.
  ///
  /// - Throws: an ``InputError`` where the folding leaves nothing of the local part.
  func canonical(
    wellFormed email: String, at: Int, _ folding: AddressFolding
  ) throws(InputError) -> String {
    if addresses.aliases.isEmpty, EmailAddress.isCanonical(email, at: at, under: folding) {
      return email
    }
    let address: EmailAddress
    do {
      address = try EmailAddress(wellFormed: email.utf8Span.span, at: at, folding: folding)
    } catch {
      throw .malformedAddress(email, error)
    }
    var bytes = address.bytes
    let domain = bytes[(address.atIndex + 1)...]
    for (alias, target) in addresses.aliases where domain.elementsEqual(alias.value.bytes) {
      bytes.replaceSubrange((address.atIndex + 1)..., with: target.value.bytes)
      break
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether an address counts as absent: a well-formed internationalised one in an assertion, where
  /// the policy says so.
  ///
  /// Only an assertion that needs no address can carry such a one: what an action is about has to
  /// be an address that can be compared, so there it is malformed.
  package func ignores(
    _ email: String, assertedBy kind: MethodKind?, for action: ActionTraits
  ) -> Bool {
    guard kind == .federated, action.addressPresence(kind) == .optional,
      addresses.international == .absent
    else { return false }
    return EmailAddress.isInternational(email)
  }

  /// The value of the fact `domain` for an address, which must be well formed.
  package func domain(of email: String) throws(InputError) -> Int {
    do {
      let bytes = email.utf8Span.span
      return domains.value(of: bytes, from: try EmailAddress.validate(bytes) + 1)
    } catch {
      throw .malformedAddress(email, error)
    }
  }

  /// Whether two addresses have one canonical form; `keepsCase` where the case of the local part counts.
  package func isSameAddress(
    _ a: String, _ b: String, keepsCase: Bool = false
  ) throws(InputError) -> Bool {
    if a.hasSameBytes(as: b) {
      return true
    }
    let forms = (
      try canonical(a, keepsCase: keepsCase), try canonical(b, keepsCase: keepsCase)
    )
    return forms.0.hasSameBytes(as: forms.1)
  }
}

extension InputError {
  static func malformedAddress(_ email: String, _ problem: EmailAddressProblem) -> InputError {
    let what =
      EmailAddress.isInternational(email)
      ? "` is not an e-mail address that can be compared: it is internationalised"
      : "` is not an e-mail address: " + problem.message
    return InputError(.malformedAddress, "`" + email + what)
  }
}
