package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// Accounts of a file that `firebase auth:export` wrote in JSON, as rows of a store.
///
/// What such a file does not say is not made up: nothing in it tells which method proved an address, so none counts as having proved it.
/// The kinds of sign-in are those that the export knows, which keeps neither e-mail links nor custom tokens.
package struct FirebaseExport: Sendable {
  /// The accounts, in the order of the file.
  package let accounts: [StoredAccount]
  /// What was taken as absent or not carried over, as notes.
  package let notes: [Diagnostic]
  /// The file that positions refer to.
  package let sources: SourceMap

  /// Reads an export for a policy, by which providers are known and addresses have their canonical form.
  ///
  /// - Parameters:
  ///   - bytes: the whole file, an object with `users`.
  ///   - name: what positions are shown with.
  ///   - policy: the policy that is to decide about the accounts.
  /// - Throws: an `InvalidInput` with every finding where one is an error, such as a provider that the policy does not know:
  ///   an account or method that is passed over could be the one that holds an address.
  package init(_ bytes: [UInt8], name: String, for policy: CompiledPolicy) throws(InvalidInput) {
    if let refusal = FileKind.refusal(wanting: .export, bytes, name: name) {
      throw refusal
    }
    let document = try JSONDocument(bytes, name: name, limits: .export)
    sources = SourceMap(files: [SourceMap.File(name: name, bytes: bytes)])
    var findings = JSONFindings(document)
    var accounts: [StoredAccount] = []
    var left = LeftMembers()
    if var reader = JSONObjectReader(document.root, &findings) {
      for user in reader.elements("users", &findings) ?? [] {
        let read = FirebaseUser(policy.vocabulary)
        if let account = read.account(user, &findings, &left) {
          accounts.append(StoredAccount(account, at: document.locator.position(of: user)))
        }
      }
      reader.finish(&findings)
    }
    try findings.check(in: sources)
    self.accounts = accounts
    notes = findings.diagnostics + left.notes
  }
}

extension JSONLimits {
  /// The bounds of a file of accounts: what the tool reads at most.
  fileprivate static var export: JSONLimits { JSONLimits(documentBytes: 64 << 20) }
}
