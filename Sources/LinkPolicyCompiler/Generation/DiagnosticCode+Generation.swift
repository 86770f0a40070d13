internal import LinkPolicy
package import LinkPolicyDiagnostics

extension DiagnosticCode {
  /// A name of the policy that can be no identifier of Swift.
  package static var noSwiftName: Self { Self("no-swift-name") }
}
