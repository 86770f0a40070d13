/// Reads a section of an image from its beginning to its end, refusing whatever cannot be.
struct ImageCursor {
  private let words: [UInt32]
  let texts: ImageTexts
  /// The place of the next word.
  private(set) var place = 0
  /// What the section is, for messages.
  private let section: StaticString

  init(_ section: ImageSection, _ name: StaticString) {
    words = section.words
    texts = section.texts
    self.section = name
  }

  var isAtEnd: Bool { place == words.count }

  /// An error about the word before the next one, with the number that it is about.
  ///
  /// Not inlined, like everything here that is called for each word: it would be most of the size
  /// of a program that loads an image and decides.
  @inline(never)
  func malformed(_ what: StaticString, _ number: UInt32? = nil) -> InvalidImage {
    InvalidImage(
      .malformed,
      "malformed: word " + String(max(0, place - 1)) + " of the " + section.description + ": "
        + what.description + (number.map { ": " + String($0) } ?? ""))
  }

  /// Throws unless the condition holds.
  @inline(never)
  func require(
    _ holds: Bool, _ what: StaticString, _ number: UInt32? = nil
  ) throws(InvalidImage) {
    if !holds {
      throw malformed(what, number)
    }
  }

  /// The next word.
  @inline(never)
  mutating func next() throws(InvalidImage) -> UInt32 {
    try require(place < words.count, "it ends too early")
    place += 1
    return words[place - 1]
  }

  /// The next word, which is below a limit; `what` says what it would be otherwise.
  @inline(never)
  mutating func next(below limit: Int, _ what: StaticString) throws(InvalidImage) -> Int {
    // Compared as it is: where numbers have 32 bits, a word can be too great for one.
    let word = try next()
    try require(word < UInt32(clamping: limit), what, word)
    return Int(word)
  }

  /// The next word, as one of a closed set of numbers; `what` says what it would be otherwise.
  mutating func next<Value: RawRepresentable>(
    _ what: StaticString, _ type: Value.Type = Value.self
  ) throws(InvalidImage) -> Value where Value.RawValue: FixedWidthInteger {
    let word = try next()
    guard let raw = Value.RawValue(exactly: word), let value = Value(rawValue: raw) else {
      throw malformed(what, word)
    }
    return value
  }

  @inline(never)
  mutating func nextFlag() throws(InvalidImage) -> Bool {
    try next(below: 2, "neither no nor yes") == 1
  }

  /// How many entries follow, each of at least so many words.
  @inline(never)
  mutating func nextCount(ofAtLeast words: Int = 1) throws(InvalidImage) -> Int {
    let count = try next()
    try require(
      count <= UInt32(clamping: (self.words.count - place) / words),
      "there is no room for as many entries", count)
    return Int(count)
  }

  /// The number of a text.
  @inline(never)
  mutating func nextTextNumber() throws(InvalidImage) -> UInt32 {
    UInt32(try next(below: texts.count, "there is no such text"))
  }

  @inline(never)
  mutating func nextText() throws(InvalidImage) -> Name {
    texts[try nextTextNumber()]
  }

  @inline(never)
  mutating func nextTexts() throws(InvalidImage) -> [Name] {
    var names: [Name] = []
    for _ in 0..<(try nextCount()) {
      names.append(try nextText())
    }
    return names
  }

  /// A text or none.
  @inline(never)
  mutating func nextOptionalText() throws(InvalidImage) -> Name? {
    try next(below: 2, "there is at most one text here") == 1 ? try nextText() : nil
  }

  @inline(never)
  mutating func nextKinds() throws(InvalidImage) -> MethodKindSet {
    let bits = try next()
    try require(bits >> UInt32(MethodKind.count) == 0, "it has the bit of a kind that there is not")
    return MethodKindSet(bits: UInt8(bits))
  }

  /// A set of numbers below a limit.
  @inline(never)
  mutating func nextSet(below limit: Int) throws(InvalidImage) -> ValueSet {
    var set = ValueSet()
    for index in 0..<(try nextCount()) {
      let word = try nextBits(index, below: limit)
      for bit in 0..<32 where word >> UInt32(bit) & 1 == 1 {
        set.insert(index * 32 + bit)
      }
    }
    return set
  }

  /// A word of a set, of which only the bits of numbers below a limit can be there.
  @inline(never)
  mutating func nextBits(_ index: Int, below limit: Int) throws(InvalidImage) -> UInt32 {
    let word = try next()
    let room = limit - index * 32
    try require(
      room >= 32 || (room > 0 && word >> UInt32(room) == 0),
      "it has the bit of a value that there is not")
    return word
  }

  /// Throws unless a word that names a place names this one; `what` says what would be elsewhere.
  @inline(never)
  func require(_ named: UInt32, isHere what: StaticString) throws(InvalidImage) {
    try require(
      named == UInt32(place),
      what, named)
  }
}
