internal import LinkPolicy

/// Names in a line of text.
enum NameList {
  // More of them say no more, and a list of thousands is no answer.
  private static var limit: Int { 40 }

  /// The names, separated by commas; of very many the first, and how many more there are.
  static func text(_ names: [Name]) -> String {
    let shown = names.prefix(limit).map { $0.text }.joined(separator: ", ")
    let more = names.count - limit
    return more > 0 ? shown + " and \(more) more" : shown
  }
}
