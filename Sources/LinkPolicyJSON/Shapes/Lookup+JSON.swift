public import LinkPolicy

extension Lookup {
  /// The look-up as JSON: `{"credential":["google.com","g1"],"addresses":[…],"pool":["*"],…}`.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.lookup(self)
    return writer.take()
  }
}

extension JSONWriter {
  /// Writes a look-up; all of its keys are always there.
  package mutating func lookup(_ lookup: Lookup) {
    beginObject()
    key("credential")
    if let credential = lookup.credential {
      strings([credential.issuer, credential.subject])
    } else {
      null()
    }
    key("addresses")
    strings(lookup.addresses)
    key("pool")
    strings(lookup.pool)
    key("tenant")
    if let tenant = lookup.tenant {
      string(tenant)
    } else {
      null()
    }
    endObject()
  }
}
