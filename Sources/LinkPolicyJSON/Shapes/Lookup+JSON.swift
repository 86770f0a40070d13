public import LinkPolicy

extension Lookup {
  /// The look-up as JSON: `{"credential":{…},"addresses":[…],"session":…,"target":…,"code":…,"method":…}`.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.lookup(self)
    return writer.take()
  }
}

extension AddressRules.Holder {
  /// The word for it in JSON and in policies.
  package var word: String {
    switch self {
    case .account: "account"
    case .methods: "methods"
    }
  }
}

extension JSONWriter {
  /// Writes a look-up; all of its keys are always there, with `null` for what is not to be fetched.
  ///
  /// Every question is complete in itself, so that each can be handed to what answers it.
  mutating func lookup(_ lookup: Lookup) {
    beginObject()
    key("credential")
    credential(lookup)
    key("addresses")
    beginArray()
    for address in lookup.addresses {
      self.address(address, lookup)
    }
    endArray()
    key("session")
    reference(lookup.session)
    key("target")
    reference(lookup.target)
    key("code")
    code(lookup)
    key("method")
    method(lookup)
    endObject()
  }

  private mutating func credential(_ lookup: Lookup) {
    guard let credential = lookup.credential else {
      null()
      return
    }
    beginObject()
    nullable("tenant", lookup.tenant)
    member("issuer", credential.issuer)
    key("kind")
    string(credential.kind.name)
    member("subject", credential.subject)
    endObject()
  }

  private mutating func address(_ address: String, _ lookup: Lookup) {
    beginObject()
    nullable("tenant", lookup.tenant)
    member("address", address)
    member("heldBy", lookup.heldBy.word)
    key("pool")
    strings(lookup.pool)
    endObject()
  }

  private mutating func reference(_ id: String?) {
    guard let id else {
      null()
      return
    }
    beginObject()
    member("id", id)
    endObject()
  }

  private mutating func code(_ lookup: Lookup) {
    guard let id = lookup.code else {
      null()
      return
    }
    beginObject()
    member("id", id)
    key("bringsAddress")
    bool(lookup.bringsAddress)
    endObject()
  }

  private mutating func method(_ lookup: Lookup) {
    guard lookup.asksMethod else {
      null()
      return
    }
    beginObject()
    nullable("tenant", lookup.tenant)
    nullable("provider", lookup.attempt.assertion?.provider)
    nullable("kind", lookup.methodKind?.name.text)
    endObject()
  }

  private mutating func nullable(_ key: Name, _ value: String?) {
    self.key(key)
    if let value {
      string(value)
    } else {
      null()
    }
  }
}
