internal import LinkPolicy
internal import LinkPolicyJSON

/// The requests to another implementation, one JSON object per line.
enum RunnerMessages {
  /// The version of the protocol that the request `hello` states.
  static var version: Int { 1 }

  /// The keys of a case that a request omits: descriptions, known failures, and the expected accounts.
  private static var hiddenKeys: Set<Name> {
    ["title", "comment", "source", "proves", "known", "accounts"]
  }

  static var hello: [UInt8] {
    message("hello") { writer in
      writer.key("protocol")
      writer.int(version)
    }
  }

  static var bye: [UInt8] {
    message("bye") { _ in }
  }

  static func policy(_ policy: RunnerPolicy) -> [UInt8] {
    message("policy") { writer in
      writer.key("name")
      writer.string(policy.policy.name)
      writer.key("digest")
      writer.string(policy.policy.digest.text)
      writer.key("text")
      writer.string(Name(bytes: policy.text))
    }
  }

  /// Returns the `run` request for a batch of cases; the policy is null for cases that need no policy.
  static func run(_ sequence: Int, _ bodies: [JSONValue], policy: String?) -> [UInt8] {
    message("run") { writer in
      writer.key("seq")
      writer.int(sequence)
      writer.key("policy")
      if let policy {
        writer.string(policy)
      } else {
        writer.null()
      }
      writer.key("vectors")
      writer.beginArray()
      for body in bodies {
        writer.question(body, hiding: hiddenKeys)
      }
      writer.endArray()
    }
  }

  private static func message(_ command: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("cmd")
    writer.string(command)
    body(&writer)
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

extension JSONWriter {
  /// Writes a case without its expectations.
  fileprivate mutating func question(_ body: JSONValue, hiding hidden: Set<Name>) {
    beginObject()
    for member in body.members ?? [] where !hidden.contains(member.key) {
      // The request also omits the expected error of a text that must be rejected, because the error is an expectation.
      let isText = member.key == "reject-policy" || member.key == "reject-input"
      key(member.key)
      if member.key == "steps" {
        steps(member.value)
      } else if isText {
        without(["code", "line", "column"], member.value)
      } else {
        value(member.value)
      }
    }
    endObject()
  }

  private mutating func steps(_ steps: JSONValue) {
    beginArray()
    for step in steps.elements ?? [] {
      without(["expect"], step)
    }
    endArray()
  }

  private mutating func without(_ keys: Set<Name>, _ object: JSONValue) {
    beginObject()
    for member in object.members ?? [] where !keys.contains(member.key) {
      key(member.key)
      value(member.value)
    }
    endObject()
  }
}
