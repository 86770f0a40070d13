extension String {
  /// The text with an upper-case first letter and a full stop.
  var sentence: String {
    let text = prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
