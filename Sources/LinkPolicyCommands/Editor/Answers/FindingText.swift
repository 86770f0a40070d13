internal import LinkPolicy
internal import LinkPolicyReview

/// What a code of a finding means.
enum FindingText {
  /// The lines about a code; nil for one that no finding has.
  static func lines(_ code: Name) -> [String]? {
    FindingCatalog.explanation(of: code).map { finding in
      ["finding `" + code.text + "`", finding.meaning, finding.matter, finding.remedy]
    }
  }
}
