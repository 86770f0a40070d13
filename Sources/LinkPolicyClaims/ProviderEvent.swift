public import LinkPolicy

/// An event that an identity provider reports about one of its accounts, such as the deletion of the account.
///
/// Each event has the name of an action in the policy `hardened-events`. OpenID RISC 1.0, OpenID CAEP 1.0 and Apple
/// define the types of events.
public enum ProviderEvent: String, Sendable, CaseIterable {
  /// Sessions of the account ended at the provider.
  case sessionRevoked = "session-revoked"
  /// The tokens that the provider issued to this service are invalid.
  case tokensRevoked = "tokens-revoked"
  /// A credential of the account was created, changed or removed.
  case credentialChange = "credential-change"
  /// A credential of the account is known to others, or the provider required the user to change the credential.
  case credentialCompromise = "credential-compromise"
  /// The provider no longer lets anybody sign in to the account.
  case accountDisabled = "account-disabled"
  /// The provider lets the person sign in to the account again.
  case accountEnabled = "account-enabled"
  /// The account was deleted permanently.
  case accountPurged = "account-purged"
  /// The person no longer uses the account at the provider to sign in to this service.
  case consentRevoked = "consent-revoked"
  /// The provider no longer forwards mail from its relay address.
  case emailDisabled = "email-disabled"
  /// The provider forwards mail from its relay address again.
  case emailEnabled = "email-enabled"
  /// The person now has another address.
  case identifierChanged = "identifier-changed"
  /// The address now belongs to another person.
  case identifierRecycled = "identifier-recycled"

  /// The action that has the event's name in the policy `hardened-events`.
  public var action: Action { Action(rawValue) }

  /// The kind of identifier that an event states, such as the person's subject.
  enum Identifier {
    /// The person's subject at the provider.
    case subject
    /// An e-mail address.
    case address
  }

  /// The identifier that the event must state, such as the person's subject.
  var identifier: Identifier {
    switch self {
    case .sessionRevoked, .tokensRevoked, .credentialChange, .credentialCompromise,
      .accountDisabled, .accountEnabled, .accountPurged, .consentRevoked, .emailDisabled,
      .emailEnabled:
      .subject
    case .identifierChanged, .identifierRecycled: .address
    }
  }

  /// The URIs of the event's types in security event tokens; empty if no such token reports the event.
  var types: [String] {
    switch self {
    case .sessionRevoked: [Self.caep("session-revoked"), Self.risc("sessions-revoked")]
    case .tokensRevoked: ["https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked"]
    case .credentialChange: [Self.caep("credential-change")]
    case .credentialCompromise:
      [Self.risc("credential-compromise"), Self.risc("account-credential-change-required")]
    case .accountDisabled: [Self.risc("account-disabled")]
    case .accountEnabled: [Self.risc("account-enabled")]
    case .accountPurged: [Self.risc("account-purged")]
    case .identifierChanged: [Self.risc("identifier-changed")]
    case .identifierRecycled: [Self.risc("identifier-recycled")]
    case .consentRevoked, .emailDisabled, .emailEnabled: []
    }
  }

  /// The types of the event in Apple's notifications; empty if Apple does not report the event.
  var notificationTypes: [String] {
    switch self {
    // Apple's documentation has used both types.
    case .accountPurged: ["account-delete", "account-deleted"]
    case .consentRevoked: ["consent-revoked"]
    case .emailDisabled: ["email-disabled"]
    case .emailEnabled: ["email-enabled"]
    case .sessionRevoked, .tokensRevoked, .credentialChange, .credentialCompromise,
      .accountDisabled, .accountEnabled, .identifierChanged, .identifierRecycled:
      []
    }
  }

  private static func risc(_ name: String) -> String {
    "https://schemas.openid.net/secevent/risc/event-type/" + name
  }

  private static func caep(_ name: String) -> String {
    "https://schemas.openid.net/secevent/caep/event-type/" + name
  }

  /// Returns the event that an event type in a token reports.
  ///
  /// - Parameters:
  ///   - type: the type in the token, compared byte by byte.
  ///   - form: the form of the token, such as a security event token.
  /// - Returns: the event; nil if no event has the type.
  static func event(ofType type: String, in form: EventMapping.TokenForm) -> ProviderEvent? {
    allCases.first { event in
      let types =
        switch form {
        case .securityEvent: event.types
        case .notification: event.notificationTypes
        }
      return types.contains { $0.hasSameBytes(as: type) }
    }
  }
}
