internal import LinkPolicy

/// Writes one section of an image.
struct ImageWriter {
  private(set) var section = ImageSection()
  private var numbers = NameTable()

  /// The place of the next word.
  var place: UInt32 { UInt32(section.words.count) }

  mutating func add(_ word: UInt32) {
    section.words.append(word)
  }

  mutating func add(_ number: Int) {
    section.words.append(UInt32(number))
  }

  mutating func add(_ holds: Bool) {
    section.words.append(holds ? 1 : 0)
  }

  /// The number of a text, which is added where it is not there yet.
  mutating func number(of name: Name) -> UInt32 {
    let next = section.texts.count
    if let known = numbers.insert(name, next) {
      return UInt32(known)
    }
    section.texts.append(name)
    return UInt32(next)
  }

  /// Adds a text by its number.
  mutating func add(_ name: Name) {
    add(number(of: name))
  }

  /// Adds the nodes of a graph and returns where it starts.
  mutating func add(_ graph: DecisionGraph) -> UInt32 {
    let base = place
    section.words.reserveCapacity(section.words.count + graph.words.count)
    var edges = 0
    for word in graph.words {
      if edges == 0 {
        edges = ImageFormat.high(word)
        section.words.append(word)
      } else {
        edges -= 1
        section.words.append(Self.moved(word, by: base))
      }
    }
    return Self.moved(graph.root, by: base)
  }

  /// An edge of a graph that stands behind some words.
  private static func moved(_ edge: UInt32, by base: UInt32) -> UInt32 {
    edge < ImageFormat.terminal ? edge + base : edge
  }

  /// Adds a line or column, which a document made in code may have as it likes.
  mutating func add(clamping number: Int) {
    section.words.append(UInt32(clamping: number))
  }

  mutating func add(_ names: [Name]) {
    add(names.count)
    for name in names {
      add(name)
    }
  }

  /// Adds a set as the words that its members are bits of, as many as there have to be.
  mutating func add(_ set: ValueSet) {
    let words = Self.words(of: set)
    add(words.count)
    section.words += words
  }

  /// The words that the members of a set are bits of, as many as there have to be.
  static func words(of set: ValueSet) -> [UInt32] {
    var words: [UInt32] = []
    for value in set.values {
      while words.count <= value >> 5 {
        words.append(0)
      }
      words[value >> 5] |= 1 << UInt32(value & 31)
    }
    return words
  }

  mutating func add(_ kinds: MethodKindSet) {
    add(ImageFormat.bits(of: kinds.kinds))
  }

  /// Adds words whose values are not known yet and returns the place of the first.
  mutating func reserve(_ count: Int) -> Int {
    let place = section.words.count
    section.words += [UInt32](repeating: 0, count: count)
    return place
  }

  /// Lets a reserved word name the place of what is added next.
  mutating func fill(_ reserved: Int) {
    section.words[reserved] = place
  }

  /// Gives a reserved word its value.
  mutating func fill(_ reserved: Int, with value: UInt32) {
    section.words[reserved] = value
  }
}
