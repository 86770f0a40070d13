public import LinkPolicy

extension ChangeSet {
  /// The change set as JSON: `{"requires":[…],"writes":[…],"notices":[…]}`, with `id` if the change set has an id.
  ///
  /// `linkpolicy schema answer` prints the schema.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.changes(self)
    return writer.take()
  }
}

/// The words in change sets as JSON text; this text is rendered only once.
private enum ChangeText {
  /// The start of the JSON text of each kind of write, such as `{"write":"open-session"`.
  static let writes = WriteKind.allCases.map {
    around($0.name, before: #"{"write":""#, after: #"""#)
  }
  /// For each kind of method, the member with the kind followed by the next key, such as
  /// `,"kind":"password","subject":`.
  static let kinds = MethodKind.allCases.map {
    around($0.name, before: #","kind":""#, after: #"","subject":"#)
  }

  private static func around(_ word: Name, before: String, after: String) -> [UInt8] {
    Array(before.utf8) + word.bytes + Array(after.utf8)
  }
}

extension JSONWriter {
  // The usual length of a change set in bytes; a change set of a first sign-in has about 600 bytes.
  private static var usualChanges: Int { 1024 }

  /// Writes a change set as `{"requires":[…],"writes":[…],"notices":[…]}`, with `id` first if the change set has an id.
  mutating func changes(_ changes: ChangeSet) {
    composed(reserving: Self.usualChanges) { $0.changes(changes) }
  }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func changes(_ changes: ChangeSet) {
    if let id = changes.id {
      text(#"{"id":"#, id)
      text(#","requires":["#)
    } else {
      text(#"{"requires":["#)
    }
    list(changes.requirements) { $0.requirement($1) }
    text(#"],"writes":["#)
    list(changes.writes) { $0.write($1) }
    text(#"],"notices":["#)
    list(changes.notices) { $0.notice($1) }
    text("]}")
  }

  private mutating func list<Item>(
    _ elements: [Item], _ write: (inout OutputSpan<UInt8>, Item) -> Void
  ) {
    let elements = elements.span
    for index in elements.indices {
      if index > 0 { text(",") }
      write(&self, elements[index])
    }
  }

  // MARK: Requirements

  private mutating func requirement(_ requirement: Requirement) {
    switch requirement {
    case .account(let id, let version):
      text(#"{"account":"#, id)
      text(#","version":"#, version)
      text("}")
    case .credential(let credential, let tenant, let holder):
      text(#"{"credential":{"tenant":"#, orNull: tenant)
      key(credential, after: #","issuer":"#)
      switch holder {
      case .nobody: text(#"},"holder":null}"#)
      case .gone: text(#"},"holder":{"gone":true}}"#)
      case .account(let id):
        text(#"},"holder":"#, id)
        text("}")
      }
    case .address(let question, let holders):
      text(#"{"address":{"tenant":"#, orNull: question.tenant)
      text(#","address":"#, question.address)
      text(#","heldBy":"#, question.heldBy.word)
      text(#","pool":["#)
      list(question.pool) { $0.text("", $1) }
      text(#"]},"holders":["#)
      list(holders) { $0.text("", $1) }
      text("]}")
    case .identifier(let identifier, let tenant, let holder):
      text(#"{"identifier":{"tenant":"#, orNull: tenant)
      text(#","name":"#, identifier.name)
      text(#","value":"#, identifier.value)
      text(#"},"holder":"#, orNull: holder)
      text("}")
    case .session(let id):
      text(#"{"session":"#, id)
      text("}")
    case .code(let id):
      text(#"{"code":"#, id)
      text("}")
    }
  }

  // MARK: Writes

  private mutating func write(_ write: Write) {
    let start = ChangeText.writes[Int(write.kind.rawValue)]
    text(start.span)
    switch write {
    case .insertAccount(let new):
      text(#","tenant":"#, orNull: new.tenant)
      email(new.email)
    case .deleteAccount(let account, let leaving):
      self.account(account)
      text(#","leaving":["#)
      list(leaving) { output, key in
        output.key(key, after: #"{"issuer":"#)
        output.text("}")
      }
      text("]")
    case .setEmail(let account, let email):
      self.account(account)
      self.email(email)
    case .setProfile(let account, let profile, let blanksOnly):
      self.account(account)
      text(#","name":"#, orNull: profile.name)
      text(#","photo":"#, orNull: profile.photo)
      text(#","blanksOnly":"#, blanksOnly)
    case .setState(let account, let state):
      self.account(account)
      text(state == .active ? #","state":"active""# : #","state":"disabled""#)
    case .setLabel(let account, let method, let name, let value):
      self.account(account)
      text(#","method":"#)
      keyOrNull(method)
      text(#","name":"#, name)
      text(#","value":"#, value)
    case .setIdentifier(let account, let name, let value):
      self.account(account)
      text(#","name":"#, name)
      text(#","value":"#, orNull: value)
    case .putMethod(let account, let method):
      self.account(account)
      self.method(method)
    case .removeMethod(let account, let removed):
      self.account(account)
      text(#","provider":"#, removed.provider)
      key(removed.key, after: #","issuer":"#)
      text(#","why":"#, removed.reason.word)
    case .supersedeMethod(let account, let key):
      self.account(account)
      self.key(key, after: #","issuer":"#)
    case .dropFactors(let account), .openSession(of: let account): self.account(account)
    case .setFactors(let account, let count):
      self.account(account)
      text(#","count":"#, count)
    case .renewSession(let session, let account, let makesRecent):
      text(#","session":"#, session)
      self.account(account)
      text(#","recent":"#, makesRecent)
    case .endSession(let session): text(#","session":"#, session)
    case .endSessions(let account, let epoch):
      self.account(account)
      text(#","epoch":"#, epoch)
    case .putCode(let code): self.code(code)
    case .useCode(let code): text(#","code":"#, code)
    case .cancelCodes(let account, let address, let tenant):
      self.account(account)
      text(#","address":"#, orNull: address)
      text(#","tenant":"#, orNull: tenant)
    }
    text("}")
  }

  private mutating func email(_ email: Write.NewEmail) {
    text(#","email":"#, orNull: email.email)
    text(#","given":"#, orNull: email.given)
    text(#","verified":"#, email.isVerified)
  }

  private mutating func method(_ method: Write.NewMethod) {
    text(#","provider":"#, method.provider)
    key(method.key, after: #","issuer":"#)
    text(#","address":"#, orNull: method.address)
    text(#","proved":"#, orNull: method.provedAddress)
    text(#","secret":"#, method.secret.word)
    text(#","superseded":"#, method.isSuperseded)
    text(#","place":"#)
    keyOrNull(method.place)
  }

  private mutating func code(_ code: Write.NewCode) {
    text(#","purpose":"#)
    string(code.purpose.name.bytes.span)
    text(#","address":"#, code.address)
    if let account = code.account {
      self.account(account)
    } else {
      text(#","account":null"#)
    }
    text(#","bound":"#, orNull: code.boundTo)
    text(#","requester":"#, orNull: code.requester)
    text(#","requesterAccount":"#, orNull: code.requesterAccount)
    text(#","credential":"#)
    keyOrNull(code.credential)
    text(#","tenant":"#, orNull: code.tenant)
  }

  private mutating func notice(_ notice: Notice) {
    switch notice {
    case .mail(let code, let purpose, let recipient):
      text(#"{"notice":"mail","code":"#, LongInteger(code))
      text(#","purpose":"#)
      string(purpose.name.bytes.span)
      text(#","to":"#, recipient)
    case .owner(let account, let recipient):
      text(#"{"notice":"owner""#)
      self.account(account)
      text(#","to":"#, orNull: recipient)
    }
    text("}")
  }

  // MARK: Parts

  private mutating func account(_ account: AccountReference) {
    switch account {
    case .existing(let id):
      text(#","account":{"id":"#, id)
      text("}")
    case .new: text(#","account":{"new":true}"#)
    }
  }

  /// Appends the issuer, the kind and the subject of a method key; `text` is the fixed text before the issuer's value.
  private mutating func key(_ key: MethodKey, after text: String) {
    self.text(text, key.issuer)
    let kind = ChangeText.kinds[Int(key.kind.rawValue)]
    self.text(kind.span)
    if let subject = key.subject {
      string(subject.utf8.span)
    } else {
      self.text("null")
    }
  }

  private mutating func keyOrNull(_ key: MethodKey?) {
    guard let key else {
      text("null")
      return
    }
    self.key(key, after: #"{"issuer":"#)
    text("}")
  }
}

extension Write {
  /// The name of the write in JSON, such as `open-session`.
  public var word: String { kind.name.text }
}

extension Write.RemovedMethod.RemovalReason {
  /// The name of the reason in JSON, such as `unlinked`.
  package var word: String {
    switch self {
    case .unlinked: "unlinked"
    case .dropped: "dropped"
    case .replaced: "replaced"
    case .seized: "seized"
    }
  }
}

extension Write.NewMethod.HashSource {
  /// The JSON word for the password hash to store: `keep` for the existing hash, or `new`.
  package var word: String {
    switch self {
    case .keep: "keep"
    case .new: "new"
    }
  }
}

/// The kinds of requirements; each raw value is the JSON key that distinguishes the kind.
package enum RequirementWord: String, Sendable, CaseIterable {
  case account, credential, address, identifier, session, code

  /// Returns the kind of a requirement, such as `session`.
  package init(_ requirement: Requirement) {
    switch requirement {
    case .account: self = .account
    case .credential: self = .credential
    case .address: self = .address
    case .identifier: self = .identifier
    case .session: self = .session
    case .code: self = .code
    }
  }
}
