/// A check of the rules of an image, which reads the rules once, from the first word to the last.
///
/// Even a forged image that passes the check cannot make a reader exceed the bounds, miss an entry or loop forever.
/// Each list, row and graph must begin at the stored index, directly after the previous words, so that later reads see
/// only checked words.
struct RulesCheck {
  private let vocabulary: Vocabulary
  private var cursor: ImageCursor
  private var errorCount = 0
  private var guardCount = 0
  /// The range of the words that contain the nodes of the decision graphs.
  private var nodes = 0..<0
  /// A bit mask over the words in ``nodes``; a bit is set if a node begins at its word.
  private var nodeStarts: [UInt32] = []
  /// For each word at which a node begins, one more than the index of the last derived fact that the graph from this
  /// node can test; 0 if the graph tests none.
  private var derivedReach: [UInt8] = []
  /// The first words of the rules, such as the index of each list.
  private var head: [UInt32] = []

  /// Throws an error if the rules are not valid together with the vocabulary.
  static func run(_ section: ImageSection, _ vocabulary: Vocabulary) throws(InvalidImage) {
    var check = RulesCheck(section, vocabulary)
    try check.run()
  }

  private init(_ section: ImageSection, _ vocabulary: Vocabulary) {
    cursor = ImageCursor(section, "rules")
    self.vocabulary = vocabulary
  }

  private var schema: FactSchema { vocabulary.schema }

  private mutating func run() throws(InvalidImage) {
    for part in ImageFormat.Rules.allCases {
      switch part {
      case .name, .title: head.append(try cursor.nextTextNumber())
      case .hasSupersededMethods: head.append(try cursor.nextFlag() ? 1 : 0)
      case .files, .errors, .proof, .nodes, .facts, .guards, .tables:
        head.append(try cursor.next())
      }
    }
    for part in ImageFormat.Rules.allCases {
      try check(part)
    }
    try cursor.require(cursor.isAtEnd, "there are words after the last part")
  }

  private mutating func check(_ part: ImageFormat.Rules) throws(InvalidImage) {
    let named = head[part.rawValue]
    switch part {
    case .name, .title, .hasSupersededMethods: break
    case .files:
      try cursor.require(named, isHere: "the files do not begin at the stated index")
      for _ in 0..<(try cursor.nextCount()) {
        _ = try cursor.nextTextNumber()
      }
    case .errors:
      try cursor.require(named, isHere: "the errors do not begin at the stated index")
      let places = try nextPlaces()
      errorCount = places.count
      for place in places {
        try cursor.require(place, isHere: "an error does not begin at the stated index")
        try checkError()
      }
    case .proof:
      try cursor.require(named, isHere: "the proof does not begin at the stated index")
      try checkConditions()
    case .nodes:
      try cursor.require(named, isHere: "the nodes do not begin at the stated index")
      try checkNodes()
    case .facts:
      try cursor.require(named, isHere: "the derived facts do not begin at the stated index")
      try checkFacts()
    case .guards:
      try cursor.require(named, isHere: "the guards do not begin at the stated index")
      let places = try nextPlaces()
      guardCount = places.count
      for place in places {
        try checkRow(at: place)
      }
    case .tables:
      try cursor.require(named, isHere: "the tables do not begin at the stated index")
      try checkTables()
    }
  }

  /// Reads a list of indices: the number of indices, and then the indices.
  private mutating func nextPlaces() throws(InvalidImage) -> [UInt32] {
    let count = try cursor.nextCount()
    var places: [UInt32] = []
    places.reserveCapacity(count)
    for _ in 0..<count {
      places.append(try cursor.next())
    }
    return places
  }

  private mutating func checkError() throws(InvalidImage) {
    _ = try cursor.nextTextNumber()
    for _ in 0..<(try cursor.nextCount(ofAtLeast: 2)) {
      _ = try cursor.nextTextNumber()
      _ = try cursor.nextTextNumber()
    }
  }

  // MARK: Conditions

  private mutating func checkConditions() throws(InvalidImage) {
    for _ in 0..<(try cursor.nextCount()) {
      let word = try cursor.next()
      let fact = try tested(ImageFormat.low(word), before: schema.facts.count)
      for index in 0..<ImageFormat.high(word) {
        _ = try cursor.nextBits(index, below: schema.count(fact))
      }
    }
  }

  /// Checks that a condition or node may test a fact.
  ///
  /// The fact's index must be below a limit, and the fact must be derived or among the facts that the policy reads.
  ///
  /// Returns the number of the checked fact.
  private func tested(_ fact: Int, before limit: Int) throws(InvalidImage) -> Int {
    try cursor.require(
      fact < limit && (vocabulary.usedFacts.contains(fact) || schema.derived.contains(fact)),
      "a tested fact is unknown or not read", number: UInt32(fact))
    return fact
  }

  // MARK: Graphs

  private mutating func checkNodes() throws(InvalidImage) {
    let count = try cursor.nextCount()
    nodes = cursor.place..<cursor.place + count
    nodeStarts = [UInt32](repeating: 0, count: (count + 31) / 32)
    derivedReach = [UInt8](repeating: 0, count: count)
    while cursor.place < nodes.upperBound {
      let start = cursor.place
      let word = try cursor.next()
      let fact = try tested(ImageFormat.low(word), before: schema.facts.count)
      try cursor.require(
        ImageFormat.high(word) == schema.count(fact)
          && schema.count(fact) <= nodes.upperBound - cursor.place,
        "a node's number of edges differs from its fact's number of values")
      var reach = schema.derived.contains(fact) ? fact - schema.derived.lowerBound + 1 : 0
      for _ in 0..<schema.count(fact) {
        let edge = try cursor.next()
        try cursor.require(
          edge >= ImageFormat.terminal || isNode(edge, before: start),
          "an edge does not lead to an earlier node")
        reach = max(reach, self.reach(of: edge))
      }
      derivedReach[start - nodes.lowerBound] = UInt8(truncatingIfNeeded: reach)
      nodeStarts[(start - nodes.lowerBound) >> 5] |= 1 << UInt32((start - nodes.lowerBound) & 31)
    }
  }

  /// Returns whether a checked node begins at an index below a limit.
  private func isNode(_ place: UInt32, before limit: Int) -> Bool {
    guard place >= UInt32(nodes.lowerBound), place < UInt32(limit) else { return false }
    let offset = Int(place) - nodes.lowerBound
    return nodeStarts[offset >> 5] >> UInt32(offset & 31) & 1 == 1
  }

  /// Returns one more than the index of the last derived fact that the graph behind an edge can test; 0 if the graph
  /// tests none.
  private func reach(of edge: UInt32) -> Int {
    edge >= ImageFormat.terminal ? 0 : Int(derivedReach[Int(edge) - nodes.lowerBound])
  }

  /// Checks the decision graphs that compute the derived facts.
  ///
  /// Each derived fact has one graph, which can test earlier derived facts but no later ones.
  private mutating func checkFacts() throws(InvalidImage) {
    let count = try cursor.nextCount()
    try cursor.require(
      count == schema.derived.count, "the number of graphs is not the number of derived facts")
    for index in 0..<count {
      let root = try nextRoot()
      try cursor.require(
        reach(of: root) <= index, "a derived fact depends on a later one")
    }
  }

  @discardableResult
  private mutating func nextRoot() throws(InvalidImage) -> UInt32 {
    let root = try cursor.next()
    try cursor.require(
      root >= ImageFormat.terminal || isNode(root, before: nodes.upperBound),
      "the root of a graph is not a node")
    return root
  }

  // MARK: Rows

  private mutating func checkTables() throws(InvalidImage) {
    var decided = [MethodKindSet](
      repeating: MethodKindSet(), count: vocabulary.actions.count)
    var isDecided = [Bool](repeating: false, count: vocabulary.actions.count)
    for place in try nextPlaces() {
      try cursor.require(place, isHere: "a table does not begin at the stated index")
      _ = try cursor.nextTextNumber()
      let action = try cursor.next(below: vocabulary.actions.count, "there is no such action")
      let kinds = try cursor.nextKinds()
      try cursor.require(
        kinds.isEmpty ? !isDecided[action] : decided[action].intersection(kinds).isEmpty,
        "an action is decided twice")
      isDecided[action] = isDecided[action] || kinds.isEmpty
      for kind in kinds.kinds {
        decided[action].insert(kind)
      }
      try nextRoot()
      for row in try nextPlaces() {
        try checkRow(at: row)
      }
    }
  }

  private mutating func checkRow(at place: UInt32) throws(InvalidImage) {
    try cursor.require(place, isHere: "a row does not begin at the stated index")
    var lists: [UInt32] = []
    for part in ImageFormat.ImageRow.allCases {
      switch part {
      case .error: _ = try cursor.next(below: errorCount + 1, "there is no such error")
      case .shown:
        _ = try cursor.next(
          below: ImageFormat.ReportedOutcomeWord.allCases.count + errorCount,
          "there is no such outcome to show")
      case .ask: _ = try cursor.next(below: Remedy.allCases.count + 1, "there is no such remedy")
      case .id: _ = try cursor.nextTextNumber()
      case .file, .line, .column: _ = try cursor.next()
      case .conditions, .effects, .tell, .because: lists.append(try cursor.next())
      }
    }
    for _ in 0..<(try cursor.nextCount()) {
      _ = try cursor.next(below: guardCount, "there is no such guard")
    }
    try cursor.require(lists[0], isHere: "a row's conditions do not begin at the stated index")
    try checkConditions()
    try cursor.require(lists[1], isHere: "a row's effects do not begin at the stated index")
    try checkEffects()
    try cursor.require(lists[2], isHere: "a row's disclosures do not begin at the stated index")
    for _ in 0..<(try cursor.nextCount()) {
      _ = try cursor.next("unknown disclosure", Disclosure.self)
    }
    try cursor.require(lists[3], isHere: "a row's reasons do not begin at the stated index")
    for _ in 0..<(try cursor.nextCount()) {
      _ = try cursor.nextTextNumber()
    }
  }

  private mutating func checkEffects() throws(InvalidImage) {
    for _ in 0..<(try cursor.nextCount()) {
      let word = try cursor.next()
      guard let effect = EffectWord(number: ImageFormat.low(word)) else {
        throw cursor.malformed("unknown effect", UInt32(ImageFormat.low(word)))
      }
      let count = ImageFormat.high(word)
      switch effect.form {
      case .plain:
        try cursor.require(count == 0, "an effect without arguments has some")
      case .kinds:
        for _ in 0..<count {
          _ = try cursor.next("unknown kind", MethodKind.self)
        }
      case .purpose:
        try cursor.require(count == 1, "a code is mailed for one purpose")
        _ = try cursor.next(below: vocabulary.purposes.purposes.count, "there is no such purpose")
      case .identifier:
        try cursor.require(count == 1, "an effect is about one identifier")
        _ = try cursor.next(
          below: vocabulary.identifiers.identifiers.count, "there is no such identifier")
      case .label:
        try cursor.require(count == 2, "a label is set to one value")
        let label = try cursor.next(below: vocabulary.labels.count, "there is no such label")
        _ = try cursor.next(
          below: vocabulary.labels[label].values.count, "the label has no such value")
      }
    }
  }
}
