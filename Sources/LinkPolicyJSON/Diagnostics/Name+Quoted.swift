package import LinkPolicy

extension Name {
  private static var quotedLength: Int { 60 }

  /// The name in backticks for a message, cut if it is long, without characters that could drive
  /// a terminal.
  package var quoted: String {
    var text = "`"
    var count = 0
    for scalar in String(decoding: bytes.prefix(4 * Self.quotedLength), as: UTF8.self)
      .unicodeScalars
    {
      if count == Self.quotedLength { break }
      text.unicodeScalars.append(HarmlessText.isHidden(scalar) ? HarmlessText.mark : scalar)
      count += 1
    }
    return text + (bytes.count > 4 * Self.quotedLength || count == Self.quotedLength ? "…`" : "`")
  }
}
