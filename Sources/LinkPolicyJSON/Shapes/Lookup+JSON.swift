public import LinkPolicy

extension Lookup {
  /// The look-up as JSON: `{"credential":{…},"addresses":[…],"session":…,"target":…,"code":…}`.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.lookup(self, for: LookupRequest.Caller())
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
  mutating func lookup(_ lookup: Lookup, for caller: LookupRequest.Caller) {
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
    reference(caller.session, isNeeded: lookup.needsSession)
    key("target")
    reference(caller.target, isNeeded: lookup.needsTarget)
    key("code")
    code(lookup.code, caller.code)
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

  /// Writes what the caller brings where it is to be fetched; its id is null where it is needed and
  /// the caller brings none.
  private mutating func reference(_ id: String?, isNeeded: Bool) {
    guard id != nil || isNeeded else {
      null()
      return
    }
    beginObject()
    nullable("id", id)
    endObject()
  }

  private mutating func code(_ code: Lookup.BroughtCode?, _ id: String?) {
    guard let code else {
      null()
      return
    }
    beginObject()
    nullable("id", id)
    key("purpose")
    if let purpose = code.purpose {
      string(purpose.name)
    } else {
      null()
    }
    key("bringsAddress")
    bool(code.bringsAddress)
    key("goesStale")
    bool(code.goesStale)
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
