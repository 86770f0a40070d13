/// The values of engine facts that the engine itself names.
///
/// Each enumeration stands in the declaration of its fact, or is the public type of what callers
/// state.
package enum FactValue {
  package typealias Nonce = Assertion.Nonce
  package typealias Origin = Assertion.Origin
  package typealias Secret = Assertion.Secret
  package typealias Connection = Assertion.Connection
}
