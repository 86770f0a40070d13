import LinkPolicy

/// What somebody would write instead of a policy: the documents' rules for a first sign-in by an identity provider, as
/// one function over the same strings, with the same grammar of addresses.
///
/// It decides nothing else: no returning credential, code, session, tenant, setting or claim.
enum HandWritten {
  enum Answer: String {
    case first, firstTrusted = "first-trusted", untrustedUntrusted = "untrusted-untrusted"
    case trustedUntrusted = "trusted-untrusted", untrustedTrusted = "untrusted-trusted"
    case trustedTrusted = "trusted-trusted", unknownProvider, malformed, nonce, contradiction
  }

  static func signIn(
    _ provider: String, _ subject: String, _ email: String, hasNonce: Bool,
    among holders: [Account]
  ) -> Answer {
    guard !subject.utf8.isEmpty else { return .malformed }
    let isTrusted: Bool
    let bytes = email.utf8Span.span
    guard let at = at(bytes) else { return .malformed }
    switch provider {
    case "google.com": isTrusted = isDomain(bytes, at, "gmail.com")
    case "yahoo.com": isTrusted = isDomain(bytes, at, "yahoo.com")
    case "microsoft.com":
      isTrusted = isDomain(bytes, at, "outlook.com") || isDomain(bytes, at, "hotmail.com")
    case "apple.com":
      guard hasNonce else { return .nonce }
      isTrusted = true
    case "facebook.com", "twitter.com", "github.com": isTrusted = false
    default:
      guard provider.utf8.starts(with: "saml.".utf8) || provider.utf8.starts(with: "oidc.".utf8)
      else { return .unknownProvider }
      isTrusted = false
    }
    guard let holder = holders.first else { return isTrusted ? .firstTrusted : .first }
    guard holders.count == 1, let held = holder.email, isSame(held, bytes) else {
      return .contradiction
    }
    return switch (holder.isEmailVerified, isTrusted) {
    case (false, false): .untrustedUntrusted
    case (true, false): .trustedUntrusted
    case (false, true): .untrustedTrusted
    case (true, true): .trustedTrusted
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private static func isSame(_ held: String, _ bytes: Span<UInt8>) -> Bool {
    let held = held.utf8Span.span
    guard held.count == bytes.count else { return false }
    for index in held.indices where held[index] != lowercased(bytes[index]) {
      return false
    }
    return true
  }

  private static func isDomain(_ bytes: Span<UInt8>, _ at: Int, _ domain: StaticString) -> Bool {
    guard bytes.count - at - 1 == domain.utf8CodeUnitCount else { return false }
    for index in 0..<domain.utf8CodeUnitCount
    where lowercased(bytes[at + 1 + index]) != domain.utf8Start[index] {
      return false
    }
    return true
  }

  /// The place of the `@` in a well-formed address: a dot-atom, and a domain of two labels or more.
  private static func at(_ bytes: Span<UInt8>) -> Int? {
    guard bytes.count <= 254 else { return nil }
    var at = -1
    var labelStart = 0
    var labels = 0
    var isNumeric = true
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "@"):
        guard at < 0, index > 0, index <= 64, index > labelStart else { return nil }
        at = index
        labelStart = index + 1
      case UInt8(ascii: "."):
        guard index > labelStart else { return nil }
        if at >= 0 {
          guard index - labelStart <= 63, bytes[index - 1] != UInt8(ascii: "-") else { return nil }
          labels += 1
          isNumeric = true
        }
        labelStart = index + 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        isNumeric = false
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "-"):
        if at >= 0, index == labelStart { return nil }
        isNumeric = false
      case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
        UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
        UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "^"),
        UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
        UInt8(ascii: "}"), UInt8(ascii: "~"):
        if at >= 0 { return nil }
      default: return nil
      }
    }
    guard at >= 0, labels > 0, labelStart < bytes.count, !isNumeric,
      bytes.count - labelStart <= 63, bytes[bytes.count - 1] != UInt8(ascii: "-")
    else { return nil }
    return at
  }
}
