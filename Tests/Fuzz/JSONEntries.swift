import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyJSON

/// One JSON document: what is read can be written, and is read again as the same.
enum JSONEntry {
  static func take(_ bytes: [UInt8]) -> Bool {
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
      return true
    } catch {
      checkRefusal(error)
      require(error.diagnostics.count == 1, "more than the first problem")
      return false
    }
  }
}

/// JSON Lines: each line is taken or refused once, in order, at its own number.
enum LinesEntry {
  static func take(_ bytes: [UInt8]) -> Bool {
    var lines = JSONLines(bytes, name: "fuzz")
    var last = 0
    var (taken, refused) = (0, 0)
    while true {
      do throws(InvalidInput) {
        guard let document = try lines.next() else { break }
        let line = document.locator.position(of: document.root).line
        require(line > last, "line \(line) behind line \(last)")
        last = line
        taken += 1
      } catch {
        checkRefusal(error)
        refused += 1
        let line = error.diagnostics[0].position?.line ?? 0
        require(line > last, "line \(line) behind line \(last)")
        last = line
      }
    }
    require(last <= bytes.count { $0 == 0x0A } + 1, "more lines than there are")
    return taken > 0 && refused == 0
  }
}
