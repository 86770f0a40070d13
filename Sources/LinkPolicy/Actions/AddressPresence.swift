/// When an action's attempts carry an address.
public enum AddressPresence: UInt8, Sendable {
  /// Never.
  case none
  /// Some attempts do, and others do not.
  case optional
  /// Always.
  case required
  /// As the kind of sign-in has it: federated may, password and e-mail link must, others never.
  case byKind
}
