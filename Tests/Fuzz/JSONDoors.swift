import LinkPolicy
import LinkPolicyJSON

/// One JSON document: what is read can be written, and is read again as the same.
enum JSONDoor {
  static func take(_ bytes: [UInt8]) {
    do throws(InvalidInput) {
      let root = try JSONDocument(bytes, name: "fuzz").root
      for layout in [JSONWriter.Layout.compact, .pretty] {
        var writer = JSONWriter(layout)
        writer.value(root)
        let text = writer.take()
        guard let again = try? JSONDocument(text, name: "again").root else {
          fatalError("what was written cannot be read")
        }
        require(again == root, "what was written is read as something else")
      }
    } catch {
      checkRefusal(error)
      require(error.diagnostics.count == 1, "more than the first problem")
    }
  }
}

/// JSON Lines: each line is taken or refused once, in order, at its own number.
enum LinesDoor {
  static func take(_ bytes: [UInt8]) {
    var lines = JSONLines(bytes, name: "fuzz")
    var last = 0
    while true {
      do throws(InvalidInput) {
        guard let document = try lines.next() else { break }
        let line = document.locator.position(of: document.root).line
        require(line > last, "line \(line) behind line \(last)")
        last = line
      } catch {
        checkRefusal(error)
        let line = error.diagnostics[0].position?.line ?? 0
        require(line > last, "line \(line) behind line \(last)")
        last = line
      }
    }
    require(last <= bytes.count { $0 == 0x0A } + 1, "more lines than there are")
  }
}

/// One line of requests: it is answered once, with its id or none, and the answer is a line of JSON.
enum RequestDoor {
  static func take(_ bytes: [UInt8]) {
    let line = RequestLine(bytes, name: "fuzz", line: 1)
    let content: AnswerLine.Content
    switch line.request {
    case .failure(let input):
      checkRefusal(input)
      let error = AnswerError(input)
      require(!error.message.isEmpty && error.column ?? 1 > 0, "an error that says nothing")
      content = .error(error)
    case .success(let request):
      content = answer(request)
      let again = AnswerLine(answer(request), to: line.id).line(isExplained: true)
      require(
        AnswerLine(content, to: line.id).line(isExplained: true) == again,
        "the same request is answered otherwise")
      if !bytes.contains(0x0A) {
        let id = (try? JSONDocument(bytes, name: "fuzz"))?.root["id"]
        require((id == nil || id?.isNull == true) == (line.id == .none), "an id that is lost")
      }
    }
    check(AnswerLine(content, to: line.id).line(), to: line.id)
  }

  private static func answer(_ request: Request) -> AnswerLine.Content {
    do throws(InputError) {
      return try Shipped.policy.answer(request)
    } catch {
      require(!error.message.isEmpty, "an input error that says nothing")
      return .error(AnswerError(error))
    }
  }

  private static func check(_ line: [UInt8], to id: RequestID) {
    require(line.count { $0 == 0x0A } == 1 && line.last == 0x0A, "an answer that is no line")
    guard let root = (try? JSONDocument(line, name: "answer"))?.root else {
      fatalError("an answer that is no JSON")
    }
    let kinds = ["decision", "lookup", "error"].filter { root[$0] != nil }
    require(root.count == 2 && kinds.count == 1, "an answer that is not one of three")
    let start = Array("{\"id\":".utf8) + (id.token ?? Array("null".utf8)) + [UInt8(ascii: ",")]
    require(line.starts(with: start), "an answer without the id of its line")
  }
}
