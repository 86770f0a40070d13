/// How the account that an attempt points to is found.
public enum PointsTo: UInt8, Sendable {
  /// The account of the caller's session.
  case session
  /// The account an administrator names.
  case target
  /// The account that an out-of-band code was made for.
  case code
  /// The holder of the credential, then the one holder of the address, even with a session.
  case credential
}
