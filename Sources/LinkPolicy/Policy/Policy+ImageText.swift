extension Policy {
  /// Loads a policy from the text of an image, as generated source holds it.
  ///
  /// Compilers take a long text in a fraction of the time that they take for as many numbers.
  ///
  /// - Parameter text: the image in Base64 of RFC 4648, section 4, with padding and without line breaks.
  /// - Throws: an ``InvalidImage`` where the text is not Base64, or for what ``init(image:)`` refuses.
  public init(imageText text: String) throws(InvalidImage) {
    guard let bytes = Base64.bytes(of: text) else {
      throw InvalidImage(.notAnImage, "no policy image: the text is not Base64")
    }
    self = try Policy(image: bytes)
  }
}
