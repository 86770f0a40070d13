internal import LinkPolicy
package import LinkPolicyJSON

/// The lines between this tool and another implementation.
package enum RunnerLine {
  /// The keywords of the schema that accepts one line, in either direction.
  package static var schema: [JSONMember] {
    let requests = [
      RunnerMessages.Hello.schema, RunnerMessages.GivenPolicy.schema, RunnerMessages.Run.schema,
      RunnerMessages.Bye.schema,
    ]
    let answers = [HelloAnswer.schema, PolicyAnswer.schema, RunAnswer.schema]
    func oneOf(_ schemas: [[JSONMember]]) -> JSONValue {
      .object(["oneOf": .array(schemas.map { JSONValue(.object($0)) })])
    }
    return JSONValue.members([
      "type": .string("object"), "if": .object(["required": .array([.string("cmd")])]),
      "then": oneOf(requests), "else": oneOf(answers),
    ])
  }
}

/// The requests to another implementation, one JSON object per line.
enum RunnerMessages {
  /// The version of the protocol that the request `hello` states.
  static var version: Int { 1 }

  /// The request for the self-description of an implementation.
  struct Hello: JSONShape {
    mutating func fields(_ json: inout some JSONFields) {
      json.constant("cmd", .string("hello"))
      json.constant("protocol", .int(version))
    }
  }

  /// The request that ends the process of an implementation.
  struct Bye: JSONShape {
    mutating func fields(_ json: inout some JSONFields) {
      json.constant("cmd", .string("bye"))
    }
  }

  /// The request that gives a policy to an implementation.
  struct GivenPolicy: JSONShape {
    var name = ""
    var digest = ""
    var text = ""

    mutating func fields(_ json: inout some JSONFields) {
      json.constant("cmd", .string("policy"))
      json.required("name", &name)
      json.required("digest", &digest)
      json.required(
        "text", &text, about: "the text of the policy, as `linkpolicy expand` prints it")
    }
  }

  /// The request for the results of a batch of cases; the policy is nil for cases that need no policy.
  struct Run: JSONShape {
    var sequence = 0
    var policy: String?
    var cases: [Question] = []

    mutating func fields(_ json: inout some JSONFields) {
      json.constant("cmd", .string("run"))
      json.required("seq", &sequence)
      json.required("policy", &policy)
      json.required("vectors", &cases, where: JSONRule(["maxItems": .int(256)]))
    }
  }

  /// A case without its expectations.
  struct Question: JSONRepresentable {
    /// The keys of a case that a request omits: descriptions, known failures, and the expected accounts.
    private static var hiddenKeys: Set<Name> {
      ["title", "comment", "source", "proves", "known", "accounts"]
    }

    let body: JSONValue

    static var schema: [JSONMember] {
      JSONValue.members([
        "description": .string(
          "a case as `linkpolicy schema vector` describes it, without the expected answers"),
        "type": .string("object"),
        "properties": .object(["id": .object(["type": .string("string")])]),
        "required": .array([.string("id")]),
      ])
    }

    func write(to writer: inout JSONWriter) {
      writer.question(body, hiding: Self.hiddenKeys)
    }
  }
}

extension RunnerMessages.Question {
  init?(_ value: JSONValue, in key: String?, _ findings: inout JSONFindings) {
    body = value
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
