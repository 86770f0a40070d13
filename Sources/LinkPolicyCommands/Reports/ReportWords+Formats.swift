internal import LinkPolicyReview
internal import LinkPolicyTesting

extension ReportFormat: ReportWords {
  static var standard: Self { .pretty }
}

extension DifferenceReport.Format: ReportWords {
  static var standard: Self { .pretty }
}

extension SequenceComparisonReport.Format: ReportWords {
  static var standard: Self { .pretty }
}

extension PolicyReport.Format: ReportWords {
  static var standard: Self { .pretty }
}
