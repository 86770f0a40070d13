internal import LinkPolicy
internal import LinkPolicyJSON

extension SuiteManifest {
  /// The JSON text of the manifest file, indented, with the keys in a fixed order.
  package var bytes: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.member("format", Self.format)
    writer.member("suite", suite)
    writer.member("version", version)
    writer.member("title", title)
    writer.member("license", license)
    writer.member("ids", ids.rawValue)
    writer.member("id-prefix", idPrefix)
    writer.key("flags")
    writer.beginObject()
    for flag in flags {
      writer.flag(flag)
    }
    writer.endObject()
    writer.key("policies")
    writer.beginArray()
    for policy in policies {
      writer.beginObject()
      writer.member("name", policy.name)
      writer.member("digest", policy.digest)
      writer.endObject()
    }
    writer.endArray()
    writer.key("shards")
    writer.beginArray()
    for shard in shards {
      writer.shard(shard)
    }
    writer.endArray()
    if !retired.isEmpty {
      writer.key("retired")
      writer.texts(retired)
    }
    writer.member("index", index)
    if let generator {
      writer.generator(generator)
    }
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

extension JSONWriter {
  /// Writes a key and its string; writes nothing if the string is nil.
  fileprivate mutating func member(_ key: Name, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  fileprivate mutating func texts(_ texts: [String]) {
    beginArray()
    for text in texts {
      string(text)
    }
    endArray()
  }

  fileprivate mutating func flag(_ flag: SuiteManifest.Flag) {
    key(Name(flag.name))
    beginObject()
    member("bugType", flag.bugType.rawValue)
    member("description", flag.description)
    if !flag.links.isEmpty {
      key("links")
      texts(flag.links)
    }
    endObject()
  }

  fileprivate mutating func shard(_ shard: SuiteManifest.Shard) {
    beginObject()
    member("path", shard.path)
    member("tier", shard.tier.rawValue)
    key("count")
    int(shard.count)
    member("sha256", shard.sha256)
    endObject()
  }

  fileprivate mutating func generator(_ generator: SuiteManifest.Generator) {
    key("generator")
    beginObject()
    member("name", generator.name)
    member("version", generator.version)
    if let seed = generator.seed {
      key("seed")
      int(seed)
    }
    member("command", generator.command)
    endObject()
  }
}
