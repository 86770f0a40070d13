internal import LinkPolicy

/// What to do about a word that is none of those there are.
enum UnknownWord {
  /// The most words that are listed.
  private static var limit: Int { 12 }

  /// The nearest of the words there are, else what is known besides, else some of the words behind a phrase such as
  /// `the kinds are`.
  static func help(
    for word: Name, among words: [Name], _ phrase: String, besides known: String? = nil
  ) -> String? {
    if let near = Name.nearest(word, to: words) ?? longer(than: word, among: words) {
      return "did you mean `" + near.text + "`?"
    }
    if let known { return known }
    guard !words.isEmpty else { return nil }
    let shown = words.prefix(limit).map { "`" + $0.text + "`" }.joined(separator: ", ")
    return phrase + " " + shown + (words.count > limit ? ", …" : "")
  }

  /// A word of which another is the first part, such as `google.com` of `google`.
  private static func longer(than word: Name, among words: [Name]) -> Name? {
    guard !word.bytes.isEmpty else { return nil }
    return words.first { $0.bytes.starts(with: word.bytes + [UInt8(ascii: ".")]) }
  }
}
