internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyYAML

/// What earlier reviews have computed, for a tool that reviews a policy after each edit.
///
/// A memory makes reviews faster, and changes no finding.
package struct ReviewMemory: Sendable {
  /// The findings of the policies that a text extends, and the files of these policies.
  private struct InheritedEntry {
    var files: [SourceMap.File]
    var findings: [InheritedFindings]
  }

  /// The relations that compilations have read.
  package var relations = RelationMemory()
  private var inherited: InheritedEntry?

  /// Creates an empty memory.
  package init() {}

  /// Keeps the findings of the policies that a text extends.
  mutating func keep(_ findings: [InheritedFindings], inheritedBy text: PolicyText) {
    inherited = InheritedEntry(files: Self.extended(text), findings: findings)
  }

  /// Returns the findings of the policies that a text extends; nil if other policies, or another number of them, were
  /// reviewed last.
  func inherited(by text: PolicyText, count: Int) -> [InheritedFindings]? {
    guard let inherited, inherited.findings.count == min(count, text.baseCount) else { return nil }
    let files = Self.extended(text)
    let areEqual =
      files.count == inherited.files.count
      && files.indices.allSatisfy {
        files[$0].name.hasSameBytes(as: inherited.files[$0].name)
          && files[$0].bytes == inherited.files[$0].bytes
      }
    return areEqual ? inherited.findings : nil
  }

  /// Returns the files of the policies that a text extends, which follow its own file.
  private static func extended(_ text: PolicyText) -> [SourceMap.File] {
    Array(text.document.sources.files.dropFirst())
  }
}
