internal import LinkPolicy

/// What to do about a word that is none of those there are.
enum UnknownWord {
  /// The most words that are listed.
  private static var limit: Int { 12 }

  /// The nearest of the words there are, or some of them behind a phrase such as `the kinds are`.
  static func help(for word: Name, among words: [Name], _ phrase: String) -> String? {
    if let near = Name.nearest(word, to: words) {
      return "did you mean `" + near.text + "`?"
    }
    guard !words.isEmpty else { return nil }
    let shown = words.prefix(limit).map { "`" + $0.text + "`" }.joined(separator: ", ")
    return phrase + " " + shown + (words.count > limit ? ", …" : "")
  }
}
