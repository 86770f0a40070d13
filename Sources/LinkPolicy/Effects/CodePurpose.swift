/// What a mailed code is for: one of the five that every policy has, or one that a policy declares.
///
/// A code counts for nothing else. Brought to an action that takes another purpose, it is an unknown
/// code there.
public struct CodePurpose: Sendable, Hashable {
  /// The word for it in a policy.
  public let name: Name

  /// Names a purpose by its word; whether a policy has it is for the policy to say.
  ///
  /// - Parameter name: the word, such as `verify`.
  public init(_ name: Name) {
    self.name = name
  }

  /// Signing in by link.
  public static var signIn: CodePurpose { CodePurpose("sign-in") }
  /// Verifying the address.
  public static var verify: CodePurpose { CodePurpose("verify") }
  /// Changing to a new address.
  public static var change: CodePurpose { CodePurpose("change") }
  /// Bringing the old address back.
  public static var undo: CodePurpose { CodePurpose("undo") }
  /// Setting a new password.
  public static var reset: CodePurpose { CodePurpose("reset") }

  /// Whether the word could be declared: lower-case letters and digits in parts joined by hyphens,
  /// a letter first, 64 bytes at most.
  package var isWellFormed: Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let hyphen = UInt8(ascii: "-")
    guard let first = name.bytes.first, letters.contains(first), name.bytes.count <= 64 else {
      return false
    }
    var last = first
    for byte in name.bytes {
      guard letters.contains(byte) || digits.contains(byte) || (byte == hyphen && last != hyphen)
      else { return false }
      last = byte
    }
    return last != hyphen
  }
}
