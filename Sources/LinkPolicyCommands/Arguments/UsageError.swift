internal import LinkPolicy

/// A command line that cannot be understood.
struct UsageError: Error {
  /// What is wrong, and what was probably meant.
  let message: String
  /// One line that says how it is done.
  let usage: String

  init(_ message: String, usage: String) {
    self.message = message
    self.usage = usage
  }

  /// The error of a word that is none of those known here.
  static func unknown(
    _ what: String, _ word: String, among known: [String], usage: String
  ) -> UsageError {
    var message = "unknown " + what + " `" + word + "`"
    if let nearest = Name.nearest(Name(word), to: known.map { Name($0) }) {
      message += "; did you mean `" + nearest.text + "`?"
    }
    return UsageError(message, usage: usage)
  }
}
