public import LinkPolicy

extension ChangeSet {
  /// The change set as JSON: `{"requires":[…],"writes":[…],"notices":[…]}`, with `id` if it has one.
  ///
  /// `linkpolicy schema answer` prints the schema.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.changes(self)
    return writer.take()
  }
}

/// The keys of change sets.
extension RenderedKey {
  fileprivate static let account = RenderedKey("account")
  fileprivate static let address = RenderedKey("address")
  fileprivate static let blanksOnly = RenderedKey("blanksOnly")
  fileprivate static let bound = RenderedKey("bound")
  fileprivate static let code = RenderedKey("code")
  fileprivate static let credential = RenderedKey("credential")
  fileprivate static let email = RenderedKey("email")
  fileprivate static let epoch = RenderedKey("epoch")
  fileprivate static let given = RenderedKey("given")
  fileprivate static let gone = RenderedKey("gone")
  fileprivate static let heldBy = RenderedKey("heldBy")
  fileprivate static let holder = RenderedKey("holder")
  fileprivate static let holders = RenderedKey("holders")
  fileprivate static let id = RenderedKey("id")
  fileprivate static let issuer = RenderedKey("issuer")
  fileprivate static let kind = RenderedKey("kind")
  fileprivate static let leaving = RenderedKey("leaving")
  fileprivate static let method = RenderedKey("method")
  fileprivate static let name = RenderedKey("name")
  fileprivate static let new = RenderedKey("new")
  fileprivate static let notice = RenderedKey("notice")
  fileprivate static let notices = RenderedKey("notices")
  fileprivate static let photo = RenderedKey("photo")
  fileprivate static let place = RenderedKey("place")
  fileprivate static let pool = RenderedKey("pool")
  fileprivate static let proved = RenderedKey("proved")
  fileprivate static let provider = RenderedKey("provider")
  fileprivate static let purpose = RenderedKey("purpose")
  fileprivate static let recent = RenderedKey("recent")
  fileprivate static let requester = RenderedKey("requester")
  fileprivate static let requesterAccount = RenderedKey("requesterAccount")
  fileprivate static let requires = RenderedKey("requires")
  fileprivate static let secret = RenderedKey("secret")
  fileprivate static let session = RenderedKey("session")
  fileprivate static let state = RenderedKey("state")
  fileprivate static let subject = RenderedKey("subject")
  fileprivate static let superseded = RenderedKey("superseded")
  fileprivate static let tenant = RenderedKey("tenant")
  fileprivate static let to = RenderedKey("to")
  fileprivate static let value = RenderedKey("value")
  fileprivate static let verified = RenderedKey("verified")
  fileprivate static let version = RenderedKey("version")
  fileprivate static let why = RenderedKey("why")
  fileprivate static let write = RenderedKey("write")
  fileprivate static let writes = RenderedKey("writes")
}

extension JSONWriter {
  /// Writes a change set.
  mutating func changes(_ changes: ChangeSet) {
    beginObject()
    member(.id, changes.id)
    list(.requires, changes.requirements) { $0.requirement($1) }
    list(.writes, changes.writes) { $0.write($1) }
    list(.notices, changes.notices) { $0.notice($1) }
    endObject()
  }

  private mutating func list<Element>(
    _ key: RenderedKey, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements {
      beginObject()
      write(&self, element)
      endObject()
    }
    endArray()
  }

  // MARK: Requirements

  private mutating func requirement(_ requirement: Requirement) {
    switch requirement {
    case .account(let id, let version):
      member(.account, id)
      key(.version)
      long(version)
    case .credential(let credential, let tenant, let holder):
      key(.credential)
      beginObject()
      nullable(.tenant, tenant)
      self.key(credential)
      endObject()
      self.holder(holder)
    case .address(let question, let holders):
      key(.address)
      beginObject()
      nullable(.tenant, question.tenant)
      member(.address, question.address)
      member(.heldBy, question.heldBy.word)
      key(.pool)
      strings(question.pool)
      endObject()
      key(.holders)
      strings(holders)
    case .session(let id): member(.session, id)
    case .code(let id): member(.code, id)
    }
  }

  private mutating func holder(_ holder: Requirement.Holder) {
    key(.holder)
    switch holder {
    case .nobody: null()
    case .gone:
      beginObject()
      key(.gone)
      bool(true)
      endObject()
    case .account(let id): string(id)
    }
  }

  // MARK: Writes

  private mutating func write(_ write: Write) {
    member(.write, write.word)
    switch write {
    case .insertAccount(let new):
      nullable(.tenant, new.tenant)
      email(new.email)
    case .deleteAccount(let account, let leaving):
      self.account(account)
      list(.leaving, leaving) { $0.key($1) }
    case .setEmail(let account, let email):
      self.account(account)
      self.email(email)
    case .setProfile(let account, let profile, let blanksOnly):
      self.account(account)
      nullable(.name, profile.name)
      nullable(.photo, profile.photo)
      flag(.blanksOnly, blanksOnly)
    case .setState(let account, let state):
      self.account(account)
      member(.state, state == .active ? "active" : "disabled")
    case .setLabel(let account, let method, let name, let value):
      self.account(account)
      key(.method)
      if let method {
        beginObject()
        key(method)
        endObject()
      } else {
        null()
      }
      member(.name, name)
      member(.value, value)
    case .putMethod(let account, let method):
      self.account(account)
      self.method(method)
    case .removeMethod(let account, let removed):
      self.account(account)
      member(.provider, removed.provider)
      key(removed.key)
      member(.why, removed.reason.word)
    case .supersedeMethod(let account, let key):
      self.account(account)
      self.key(key)
    case .dropFactors(let account), .openSession(of: let account): self.account(account)
    case .renewSession(let session, let account, let makesRecent):
      member(.session, session)
      self.account(account)
      flag(.recent, makesRecent)
    case .endSession(let session): member(.session, session)
    case .endSessions(let account, let epoch):
      self.account(account)
      key(.epoch)
      long(epoch)
    case .putCode(let code): self.code(code)
    case .useCode(let code): member(.code, code)
    case .cancelCodes(let account, let address, let tenant):
      self.account(account)
      nullable(.address, address)
      nullable(.tenant, tenant)
    }
  }

  private mutating func email(_ email: Write.NewEmail) {
    nullable(.email, email.email)
    nullable(.given, email.given)
    flag(.verified, email.isVerified)
  }

  private mutating func method(_ method: Write.NewMethod) {
    member(.provider, method.provider)
    key(method.key)
    nullable(.address, method.address)
    nullable(.proved, method.provedAddress)
    member(.secret, method.secret.word)
    flag(.superseded, method.isSuperseded)
    key(.place)
    if let place = method.place {
      beginObject()
      key(place)
      endObject()
    } else {
      null()
    }
  }

  private mutating func code(_ code: Write.NewCode) {
    key(.purpose)
    string(code.purpose.name)
    member(.address, code.address)
    if let account = code.account {
      self.account(account)
    } else {
      key(.account)
      null()
    }
    nullable(.bound, code.boundTo)
    nullable(.requester, code.requester)
    nullable(.requesterAccount, code.requesterAccount)
    key(.credential)
    if let credential = code.credential {
      beginObject()
      key(credential)
      endObject()
    } else {
      null()
    }
    nullable(.tenant, code.tenant)
  }

  private mutating func notice(_ notice: Notice) {
    switch notice {
    case .mail(let code, let purpose, let recipient):
      member(.notice, "mail")
      key(.code)
      int(code)
      key(.purpose)
      string(purpose.name)
      member(.to, recipient)
    case .owner(let account, let recipient):
      member(.notice, "owner")
      self.account(account)
      nullable(.to, recipient)
    }
  }

  // MARK: Parts

  private mutating func account(_ account: AccountReference) {
    key(.account)
    beginObject()
    switch account {
    case .existing(let id): member(.id, id)
    case .new: flag(.new, true)
    }
    endObject()
  }

  private mutating func key(_ key: MethodKey) {
    member(.issuer, key.issuer)
    member(.kind, key.kind.name.text)
    nullable(.subject, key.subject)
  }

  /// Writes a key and its string; nothing if the string is nil.
  private mutating func member(_ name: RenderedKey, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  private mutating func flag(_ name: RenderedKey, _ value: Bool) {
    key(name)
    bool(value)
  }

  private mutating func nullable(_ name: RenderedKey, _ value: String?) {
    key(name)
    if let value {
      string(value)
    } else {
      null()
    }
  }
}

extension Write {
  /// The name of the write in JSON.
  public var word: String { kind.name.text }
}

extension Write.RemovedMethod.RemovalReason {
  /// The name of the reason in JSON.
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
  /// The name of the value in JSON.
  package var word: String {
    switch self {
    case .keep: "keep"
    case .new: "new"
    }
  }
}

/// The kinds of requirements; the raw value is the JSON key that only this kind has.
package enum RequirementWord: String, Sendable, CaseIterable {
  case account, credential, address, session, code

  /// Returns the kind of a requirement.
  package init(_ requirement: Requirement) {
    switch requirement {
    case .account: self = .account
    case .credential: self = .credential
    case .address: self = .address
    case .session: self = .session
    case .code: self = .code
    }
  }
}
