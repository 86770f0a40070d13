package import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The accounts of a store, a line of JSON each, in the shape in which look-ups are answered with them.
package struct AccountExport: Sendable {
  /// The accounts, in the order of their lines.
  package let accounts: [StoredAccount]
  /// The file that positions refer to.
  package let sources: SourceMap

  /// Reads an export.
  ///
  /// - Parameters:
  ///   - bytes: the whole file; blank lines are skipped.
  ///   - name: what positions are shown with.
  /// - Throws: an `InvalidInput` for a file without accounts, since whoever examines it believes to have some, and with what is wrong in any line: an account that is passed over could be the one that holds an address.
  package init(_ bytes: [UInt8], name: String) throws(InvalidInput) {
    if let refusal = FileKind.refusal(
      of: bytes, name: name, wanting: "a file of accounts", unless: { _ in false })
    {
      throw refusal
    }
    var lines = JSONLines(bytes, name: name, limits: .line)
    sources = lines.sources
    var accounts: [StoredAccount] = []
    var wrong: [Diagnostic] = []
    var isAtEnd = false
    while !isAtEnd, wrong.count < Self.findingLimit {
      do throws(InvalidInput) {
        guard let document = try lines.next() else {
          isAtEnd = true
          continue
        }
        var findings = JSONFindings(document)
        let account = Account(document.root, as: .rows, &findings)
        try findings.check(in: lines.sources)
        if let account {
          accounts.append(StoredAccount(account, at: document.locator.position(of: document.root)))
        }
      } catch {
        wrong += error.diagnostics
      }
    }
    if accounts.isEmpty, wrong.isEmpty {
      wrong = [
        Diagnostic(
          .jsonEmpty, .error, "there are no accounts in `\(name)`",
          at: SourcePosition(line: 1, column: 1),
          help: "write one a line, in the shape in which look-ups are answered")
      ]
    }
    guard wrong.isEmpty else { throw InvalidInput(wrong, in: lines.sources) }
    self.accounts = accounts
  }

  /// How many findings are enough to see what is wrong with a file.
  private static var findingLimit: Int { 100 }
}
