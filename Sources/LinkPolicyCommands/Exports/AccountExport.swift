package import LinkPolicy
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// The accounts of a store as JSON Lines, which `linkpolicy doctor` examines.
///
/// Each line contains one account, in the form of answers to lookups.
package struct AccountExport: Sendable {
  /// The accounts, in the order of their lines.
  package let accounts: [StoredAccount]
  /// The file to which positions refer.
  package let sources: SourceMap

  /// Reads the accounts of an export file.
  ///
  /// - Parameters:
  ///   - bytes: the complete file; blank lines are skipped.
  ///   - name: the name of the file in the positions of findings.
  /// - Throws: an `InvalidInput` if a line is invalid or the file has no accounts. No line is ignored, because a
  ///   skipped account could hold the address of another account.
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
          help: "write one account per line, in the format of answers to lookups")
      ]
    }
    guard wrong.isEmpty else { throw InvalidInput(wrong, in: lines.sources) }
    self.accounts = accounts
  }

  /// The maximum number of findings to collect; 100 findings are enough to see the problem with a file.
  private static var findingLimit: Int { 100 }
}

/// An account of an export, with its position.
package struct StoredAccount: Sendable {
  /// The account, as stored.
  package var account: Account
  /// The position of the account's line.
  package var position: SourcePosition

  /// Creates a stored account from an account and the position of its line.
  package init(_ account: Account, at position: SourcePosition) {
    self.account = account
    self.position = position
  }
}
