internal import LinkPolicy

/// A writer for the rules section of an image: all rules that decide, with their explanations.
struct RulesWriter {
  private let storage: PolicyStorage
  private var writer = ImageWriter()
  /// The roots of the graphs: first of the derived facts, then of the tables; empty until the nodes are written.
  private var roots: [UInt32] = []

  /// Returns the rules section of a compiled policy.
  static func section(of storage: PolicyStorage) -> ImageSection {
    var rules = RulesWriter(storage)
    _ = rules.writer.reserve(ImageFormat.Rules.allCases.count)
    for part in ImageFormat.Rules.allCases {
      rules.add(part)
    }
    return rules.writer.section
  }

  private init(_ storage: PolicyStorage) {
    self.storage = storage
  }

  private mutating func add(_ part: ImageFormat.Rules) {
    let head = part.rawValue
    switch part {
    case .name: writer.fill(head, with: writer.number(of: storage.name))
    case .title: writer.fill(head, with: writer.number(of: storage.title))
    case .hasSupersededMethods:
      writer.fill(head, with: storage.hasSupersededMethods ? 1 : 0)
    case .files:
      writer.fill(head)
      writer.add(storage.document.sources.files.map { Name($0.name) })
    case .errors:
      writer.fill(head)
      addListed(storage.errors.count) { $0.addError($1) }
    case .proof:
      writer.fill(head)
      add(storage.proof)
    case .nodes:
      writer.fill(head)
      addNodes()
    case .facts:
      writer.fill(head)
      writer.add(storage.facts.count)
      for index in storage.facts.indices {
        writer.add(roots[index])
      }
    case .guards:
      writer.fill(head)
      addListed(storage.guards.count) { $0.add($0.storage.guards[$1]) }
    case .tables:
      writer.fill(head)
      addListed(storage.tables.count) { $0.addTable($1) }
    }
  }

  /// Adds a count, then the index of each item, then the items.
  private mutating func addListed(_ count: Int, _ add: (inout RulesWriter, Int) -> Void) {
    writer.add(count)
    let places = writer.reserve(count)
    for index in 0..<count {
      writer.fill(places + index)
      add(&self, index)
    }
  }

  private mutating func addError(_ index: Int) {
    let error = storage.errors[index]
    writer.add(error.name)
    writer.add(error.names.count)
    for (platform, name) in error.names {
      writer.add(platform)
      writer.add(name)
    }
  }

  /// Adds the nodes of all graphs, one graph after the other.
  private mutating func addNodes() {
    let graphs = storage.facts.map { $0.graph } + storage.tables.map { $0.graph }
    writer.add(graphs.reduce(0) { $0 + $1.words.count })
    for graph in graphs {
      roots.append(writer.add(graph))
    }
  }

  private mutating func addTable(_ index: Int) {
    let table = storage.tables[index]
    let head = Int(writer.place)
    for part in ImageFormat.Table.allCases {
      switch part {
      case .key: writer.add(table.key)
      case .action: writer.add(table.action)
      case .kinds: writer.add(ImageFormat.bits(of: table.kinds))
      case .graph: writer.add(roots[storage.facts.count + index])
      case .rowCount: writer.add(table.rows.count)
      }
    }
    let places = writer.reserve(table.rows.count)
    assert(places == head + ImageFormat.Table.allCases.count)
    for (number, row) in table.rows.enumerated() {
      writer.fill(places + number)
      add(row)
    }
  }

  private mutating func add(_ row: CompiledRow) {
    let head = Int(writer.place)
    for part in ImageFormat.ImageRow.allCases {
      switch part {
      case .error: writer.add(row.answer.error.map { $0 + 1 } ?? 0)
      case .shown: writer.add(ImageFormat.word(for: row.answer.shown))
      case .ask: writer.add(row.answer.ask.map { UInt32($0.rawValue) + 1 } ?? 0)
      case .id: writer.add(row.id)
      case .file: writer.add(clamping: row.position.file)
      case .line: writer.add(clamping: row.position.line)
      case .column: writer.add(clamping: row.position.column)
      case .conditions, .effects, .tell, .because: writer.add(0)
      }
    }
    writer.add(row.wouldGuards.count)
    for guarding in row.wouldGuards {
      writer.add(guarding)
    }
    writer.fill(head + ImageFormat.ImageRow.conditions.rawValue)
    add(row.conditions)
    writer.fill(head + ImageFormat.ImageRow.effects.rawValue)
    writer.add(row.answer.effects.count)
    for effect in row.answer.effects {
      add(effect)
    }
    writer.fill(head + ImageFormat.ImageRow.tell.rawValue)
    writer.add(row.answer.tell.count)
    for disclosure in row.answer.tell {
      writer.add(UInt32(disclosure.rawValue))
    }
    writer.fill(head + ImageFormat.ImageRow.because.rawValue)
    writer.add(row.because)
  }

  private mutating func add(_ conditions: [ResolvedCondition]) {
    writer.add(conditions.count)
    for condition in conditions {
      let words = ImageWriter.words(of: condition.values)
      writer.add(ImageFormat.pair(condition.fact, words.count))
      for word in words {
        writer.add(word)
      }
    }
  }

  /// Adds the number of an effect, followed by the numbers of the effect's arguments.
  private mutating func add(_ effect: Effect) {
    let word = Int(effect.closedWord.rawValue)
    switch effect {
    case .drop(let kinds):
      writer.add(ImageFormat.pair(word, kinds.count))
      for kind in kinds {
        writer.add(UInt32(kind.rawValue))
      }
    case .sendCode(let purpose):
      guard let number = storage.vocabulary.purposes.number(of: purpose) else {
        preconditionFailure("a row mails a code of a purpose that was not resolved")
      }
      writer.add(ImageFormat.pair(word, 1))
      writer.add(number)
    case .setIdentifier(let name), .clearIdentifier(let name):
      let identifiers = storage.vocabulary.identifiers.identifiers
      guard let number = identifiers.firstIndex(where: { $0.name == name }) else {
        preconditionFailure("a row names an identifier that was not resolved")
      }
      writer.add(ImageFormat.pair(word, 1))
      writer.add(number)
    case .setLabel(let name, let value):
      guard let (label, number) = storage.vocabulary.numbers(ofLabel: name, value) else {
        preconditionFailure("a row sets a label that was not resolved")
      }
      writer.add(ImageFormat.pair(word, 2))
      writer.add(label)
      writer.add(number)
    case .create, .createWithoutAddress, .signIn, .link, .addSubject, .replaceSubject,
      .supersedeSubject,
      .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .dropFactors, .enrollFactor,
      .removeFactor, .setPassword,
      .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
      .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .issueToken, .endSession,
      .disable, .enable, .notifyOwner, .delete:
      writer.add(ImageFormat.pair(word, 0))
    }
  }
}

extension Vocabulary {
  /// Returns the numbers of a label and a value of the label; nil if the label or the value is undeclared.
  fileprivate func numbers(ofLabel name: Name, _ value: Name) -> (label: Int, value: Int)? {
    guard let label = labels.firstIndex(where: { $0.name.value == name }),
      let number = labels[label].values.firstIndex(where: { $0.value == value })
    else { return nil }
    return (label, number)
  }
}
