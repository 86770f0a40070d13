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

/// One request: it is decided or refused, and what is answered is JSON.
enum RequestDoor {
  static func take(_ bytes: [UInt8]) {
    let request: DecisionRequest
    do throws(InvalidInput) {
      request = try DecisionRequest(json: bytes, name: "fuzz")
    } catch {
      checkRefusal(error)
      return
    }
    let answer: [UInt8]
    do throws(InputError) {
      let decision = try Shipped.policy.decide(request.attempt, in: request.situation)
      let again = try Shipped.policy.decide(request.attempt, in: request.situation)
      answer = decision.json(isExplained: true)
      require(again.json(isExplained: true) == answer, "the same request is decided otherwise")
    } catch {
      require(!error.message.isEmpty, "an input error that says nothing")
      answer = error.json
    }
    require((try? JSONDocument(answer, name: "answer")) != nil, "an answer that is no JSON")
  }
}
