public import LinkPolicy
internal import LinkPolicyJSON

/// A description of a directory, such as Microsoft Entra, that manages users by SCIM (RFC 7643, RFC 7644).
///
/// The actions `scim-create`, `scim-deactivate` and `scim-restore` belong to the policy `hardened-events`.
public struct DirectoryMapping: Sendable {
  /// The attribute that contains the subject of the directory's sign-ins, such as `externalId`.
  public enum SubjectAttribute: String, Sendable, CaseIterable {
    /// The id that the directory gave the user.
    case externalID = "externalId"
    /// The user name in this service.
    case userName
  }

  /// The id of the directory's sign-in connection in policies, such as `saml.corp`.
  public let provider: String
  /// The attribute that contains the subject of the user's sign-ins; a sign-in states the subject as `sub`, or as the
  /// name ID of SAML.
  public let subject: SubjectAttribute

  /// Creates a mapping for the SCIM requests of one directory.
  ///
  /// - Parameters:
  ///   - provider: the id of the directory's sign-in connection in the policy.
  ///   - subject: the attribute that equals the subject of a sign-in with that connection.
  public init(provider: String, subject: SubjectAttribute = .externalID) {
    self.provider = provider
    self.subject = subject
  }
}

/// The attempt that creates a user of a directory.
public struct MappedUser: Sendable {
  /// The attempt to decide, with the action `scim-create`.
  public let attempt: Attempt
  /// Whether the user is active; for an inactive user, deactivate the created account too.
  public let isActive: Bool
  /// The subject of the user's sign-ins.
  ///
  /// Keep the subject, because a later request contains only the id that this service gave the user.
  public let subject: String
  /// The unusable attributes, which the attempt omits.
  public let notes: [ClaimsNote]
}

extension DirectoryMapping {
  private static let userSchema = "urn:ietf:params:scim:schemas:core:2.0:User"
  private static let patchSchema = "urn:ietf:params:scim:api:messages:2.0:PatchOp"

  /// Builds the attempt of a request that creates a user: `POST /Users`.
  ///
  /// Authenticate the directory first. The address of the attempt has no claims, so no policy trusts the address.
  ///
  /// - Parameters:
  ///   - resource: the body of the request, a user in JSON.
  ///   - policy: the policy that will decide. An address that the policy cannot compare is omitted with a note.
  /// - Returns: the attempt, with the subject to keep and with notes about the omitted attributes.
  /// - Throws: a ``ClaimsError`` if the body is not a user, or lacks the subject or the user name.
  public func user(
    from resource: [UInt8], for policy: Policy
  ) throws(ClaimsError) -> MappedUser {
    let user = try DirectoryAttributes(resource)
    try user.require(Self.userSchema)
    guard let userName = try user.text("userName"), !userName.isEmpty else {
      throw ClaimsError(.claim, "`userName` is missing or empty")
    }
    let subject: String
    switch self.subject {
    case .userName: subject = userName
    case .externalID:
      guard let id = try user.text("externalId"), !id.isEmpty else {
        throw ClaimsError(
          .claim,
          "`externalId` is missing or empty: map it in the directory, or use `userName` as the subject"
        )
      }
      subject = id
    }
    let isActive = try user.flag("active") ?? true
    var left = ClaimOmissions()
    let address = try address(of: user, policy, &left)
    let assertion = Assertion(
      verified: provider, subject: try checked(subject),
      addresses: address.map { [AddressRecord($0)] } ?? [],
      profile: Profile(name: try name(of: user), photo: nil))
    return MappedUser(
      attempt: Attempt(Action("scim-create"), with: assertion), isActive: isActive,
      subject: subject, notes: left.notes)
  }

  /// Builds the attempt of a request that changes a user: `PATCH /Users/{id}` or `PUT /Users/{id}`.
  ///
  /// Authenticate the directory first, and pass the account of `{id}` as the target of the attempt.
  ///
  /// - Parameters:
  ///   - request: the body of the request: a list of operations, or a user.
  ///   - subject: the subject of the user's sign-ins, from ``MappedUser``.
  /// - Returns: an attempt with the action `scim-deactivate` or `scim-restore`; nil if the request does not set
  ///   `active`.
  /// - Throws: a ``ClaimsError`` if the body is neither a list of operations nor a user, or if `active` is neither true
  ///   nor false.
  public func change(
    from request: [UInt8], of subject: String
  ) throws(ClaimsError) -> Attempt? {
    let body = try DirectoryAttributes(request)
    let isActive: Bool?
    if try body.has(Self.patchSchema) {
      isActive = try activation(by: body)
    } else {
      try body.require(Self.userSchema)
      isActive = try body.flag("active")
    }
    let assertion = Assertion(verified: provider, subject: try checked(subject))
    return isActive.map { isActive in
      Attempt(Action(isActive ? "scim-restore" : "scim-deactivate"), with: assertion)
    }
  }

  private func checked(_ subject: String) throws(ClaimsError) -> String {
    guard !subject.isEmpty, subject.utf8.count <= IdentifierLength.limit else {
      throw ClaimsError(
        .claim,
        "the subject has " + String(subject.utf8.count) + " bytes, and a subject has 1 to "
          + String(IdentifierLength.limit))
    }
    return subject
  }

  // MARK: Operations

  /// Returns the value of `active` after all operations; nil if no operation sets `active` (RFC 7644, section 3.5.2).
  private func activation(by body: DirectoryAttributes) throws(ClaimsError) -> Bool? {
    guard let operations = try body.value("Operations")?.elements, !operations.isEmpty else {
      throw ClaimsError(.claim, "`Operations` is missing, empty, or not a list")
    }
    var isActive: Bool?
    for operation in operations {
      let operation = try DirectoryAttributes(operation, "operation")
      guard let word = try operation.text("op") else {
        throw ClaimsError(.claim, "`op` is missing in an operation")
      }
      let path = try operation.text("path")
      let isOnActive =
        path.map { path in
          path.hasSameLetters(as: "active") || path.hasSameLetters(as: Self.userSchema + ":active")
        } ?? false
      if word.hasSameLetters(as: "remove") {
        guard !isOnActive else {
          throw ClaimsError(.claim, "`active` is removed: the directory must replace it")
        }
        continue
      }
      guard word.hasSameLetters(as: "replace") || word.hasSameLetters(as: "add") else {
        throw ClaimsError(.claim, "`op` is none of `add`, `remove` and `replace`")
      }
      if isOnActive {
        guard let flag = try operation.flag("value") else {
          throw ClaimsError(.claim, "`value` is missing in an operation on `active`")
        }
        isActive = flag
      } else if path == nil {
        guard let value = try operation.value("value") else {
          throw ClaimsError(.claim, "`value` is missing in an operation without `path`")
        }
        isActive = try DirectoryAttributes(value, "value").flag("active") ?? isActive
      }
    }
    return isActive
  }

  // MARK: Attributes

  private func address(
    of user: DirectoryAttributes, _ policy: Policy, _ left: inout ClaimOmissions
  ) throws(ClaimsError) -> String? {
    guard let emails = try user.value("emails")?.elements, !emails.isEmpty else { return nil }
    let vocabulary = policy.vocabulary
    if let declared = vocabulary.providers.provider(of: provider), !declared.givesEmail {
      left.note("emails", "the policy says that the provider gives no address")
      return nil
    }
    var primary: [DirectoryAttributes] = []
    for email in emails {
      let email = try DirectoryAttributes(email, "emails")
      let isPrimary = try email.flag("primary")
      if emails.count == 1 || isPrimary == true {
        primary.append(email)
      }
    }
    guard primary.count == 1, let address = try primary.first?.text("value"), !address.isEmpty
    else {
      left.note("emails", "not exactly one address is the primary one")
      return nil
    }
    do throws(InputError) {
      _ = try vocabulary.canonical(address)
    } catch {
      left.note("emails", "it is not an address that can be compared")
      return nil
    }
    return address
  }

  private func name(of user: DirectoryAttributes) throws(ClaimsError) -> String? {
    if let name = try user.text("displayName"), !name.isEmpty {
      return name
    }
    guard let value = try user.value("name"), !value.isNull else { return nil }
    let name = try DirectoryAttributes(value, "name")
    if let formatted = try name.text("formatted"), !formatted.isEmpty {
      return formatted
    }
    var parts: [String] = []
    for part in ["givenName", "familyName"] {
      if let text = try name.text(part), !text.isEmpty {
        parts.append(text)
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

/// The attributes of a SCIM object; their names are compared without case (RFC 7643, section 2.1).
private struct DirectoryAttributes {
  private let members: [JSONMember]

  init(_ bytes: [UInt8]) throws(ClaimsError) {
    try self.init(Payload(bytes, "body").root, "body")
  }

  init(_ value: JSONValue, _ what: String) throws(ClaimsError) {
    guard let members = value.members else {
      throw ClaimsError(.claim, "`" + what + "` has " + value.kind + " in place of an object")
    }
    self.members = Array(members)
  }

  /// Returns the value of an attribute; nil if the attribute is missing.
  func value(_ name: String) throws(ClaimsError) -> JSONValue? {
    let named = members.filter { $0.keyText.hasSameLetters(as: name) }
    guard named.count <= 1 else {
      throw ClaimsError(.malformed, "`" + name + "` is there twice, in different case")
    }
    return named.first?.value
  }

  /// Returns the text of an attribute; nil if the attribute is missing or null.
  func text(_ name: String) throws(ClaimsError) -> String? {
    guard let value = try value(name), !value.isNull else { return nil }
    guard let text = value.text else {
      throw ClaimsError(.claim, "`" + name + "` is " + value.kind + ", not a string")
    }
    return text
  }

  /// Returns the value of a Boolean attribute; nil if the attribute is missing or null.
  ///
  /// Strings such as `True` count too, because Microsoft Entra sends Booleans as strings.
  func flag(_ name: String) throws(ClaimsError) -> Bool? {
    guard let value = try value(name), !value.isNull else { return nil }
    if let flag = value.bool {
      return flag
    }
    if let text = value.text {
      if text.hasSameLetters(as: "true") { return true }
      if text.hasSameLetters(as: "false") { return false }
    }
    throw ClaimsError(.claim, "`" + name + "` is neither `true` nor `false`")
  }

  /// Returns whether the object's `schemas` contain a schema.
  func has(_ schema: String) throws(ClaimsError) -> Bool {
    try (value("schemas")?.elements ?? []).contains { element in
      element.text.map { $0.hasSameLetters(as: schema) } ?? false
    }
  }

  /// Throws if the object's `schemas` do not contain a schema.
  func require(_ schema: String) throws(ClaimsError) {
    guard try has(schema) else {
      throw ClaimsError(
        .claim, "`schemas` lacks `" + schema + "`: the body is another kind of object")
    }
  }
}
