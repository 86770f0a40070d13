import LinkPolicy
import LinkPolicyClaims
import LinkPolicyJSON

/// One line of requests: it is answered once, with its id or none, and the answer is a line of JSON.
///
/// Accepted is what is decided or looked up. Compiled with `DEBUG`, so that a situation that is
/// accepted and cannot occur ends the process too.
enum RequestEntry {
  private static let fragments = DecisionFragments(Shipped.policy)
  private static let answerer = RequestAnswerer(Shipped.policy, claims: .mappings)

  static func take(_ bytes: [UInt8]) -> Bool {
    let line = RequestLine(bytes, name: "fuzz", line: 1)
    let content = answerer.answer(line).content
    var isAccepted = false
    switch line.request {
    case .failure(let input):
      checkRefusal(input)
      let error = AnswerError(input)
      require(!error.message.isEmpty && error.column ?? 1 > 0, "an error that says nothing")
    case .success:
      switch content {
      case .decision, .lookup, .claims: isAccepted = true
      case .error(let error): require(!error.message.isEmpty, "an input error that says nothing")
      }
      let again = AnswerLine(answerer.answer(line).content, to: line.id).line(isExplained: true)
      require(
        AnswerLine(content, to: line.id).line(isExplained: true) == again,
        "the same request is answered otherwise")
      require(
        AnswerLine(content, to: line.id).line(isExplained: true, from: fragments) == again,
        "the rendered parts of the policy come to another answer")
      if !bytes.contains(0x0A) {
        let id = (try? JSONDocument(bytes, name: "fuzz"))?.root["id"]
        require((id == nil || id?.isNull == true) == (line.id == .none), "an id that is lost")
      }
    }
    check(AnswerLine(content, to: line.id).line(), to: line.id)
    return isAccepted
  }

  private static func check(_ line: [UInt8], to id: RequestID) {
    require(line.count { $0 == 0x0A } == 1 && line.last == 0x0A, "an answer that is no line")
    guard let root = (try? JSONDocument(line, name: "answer"))?.root else {
      fatalError("an answer that is no JSON")
    }
    let kinds = ["decision", "lookup", "claims", "error"].filter { root[$0] != nil }
    require(root.count == 2 && kinds.count == 1, "an answer that is not one of four")
    let start = Array("{\"id\":".utf8) + (id.token ?? Array("null".utf8)) + [UInt8(ascii: ",")]
    require(line.starts(with: start), "an answer without the id of its line")
  }
}
