extension String {
  /// The text as a sentence: with a capital letter and a full stop.
  var sentence: String {
    let text = prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
