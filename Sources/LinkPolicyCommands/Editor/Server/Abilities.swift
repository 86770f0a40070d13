internal import LinkPolicy
internal import LinkPolicyJSON

/// What an editor says that it can do, as far as it matters here.
struct ClientAbilities {
  /// What positions count from now on.
  let encoding: PositionEncoding

  /// Reads the parameters of `initialize`; what has another shape than expected counts as not said.
  init(_ params: JSONValue?) {
    let offered = params?["capabilities"]?["general"]?["positionEncodings"]?.elements ?? []
    encoding = PositionEncoding.chosen(among: offered.compactMap { $0.text })
  }
}

/// What this server can do.
struct ServerAbilities {
  let encoding: PositionEncoding
  let version: String

  /// The result of `initialize`.
  var json: JSONValue {
    .object([
      "capabilities": .object([
        "positionEncoding": .string(encoding.rawValue),
        "textDocumentSync": .object([
          "openClose": .bool(true), "change": .int(2), "save": .bool(true),
        ]),
        "hoverProvider": .bool(true), "definitionProvider": .bool(true),
        "completionProvider": .object([
          "triggerCharacters": .array([":", " ", "[", "{", ","].map { .string(String($0)) })
        ]),
        "renameProvider": .object(["prepareProvider": .bool(true)]),
      ]),
      "serverInfo": .object(["name": .string("linkpolicy"), "version": .string(version)]),
    ])
  }
}
