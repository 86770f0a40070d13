internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

extension ExpectedChanges {
  /// A change set in the shape that is compared; nil, which no expectation lets pass, for one that
  /// cannot be written and read.
  static func json(of changes: ChangeSet) -> JSONValue? {
    do throws(InvalidInput) {
      return try JSONDocument(changes.json, name: "changes").root
    } catch {
      return nil
    }
  }

  /// Compares a change set; each difference is told at its place in it.
  func compare(_ found: JSONValue?, _ list: inout MismatchList) {
    for part in Part.allCases {
      guard let wanted = entries(of: part) else { continue }
      let key = "changes." + part.rawValue
      guard let found = found?[part.rawValue]?.elements else {
        list.add(key, expected: "to be answered", got: MismatchList.unanswered)
        continue
      }
      compare(wanted, found, of: part, at: key, &list)
    }
  }

  /// Compares entries up to the first that is another one altogether: behind it nothing says which
  /// entry would have to be which.
  private func compare(
    _ wanted: [JSONValue], _ found: [JSONValue], of part: Part, at key: String,
    _ list: inout MismatchList
  ) {
    for index in 0..<max(wanted.count, found.count) {
      let words = [wanted, found].map { entries in
        entries.indices.contains(index) ? part.word(of: entries[index]) : nil
      }
      let place = key + "[" + String(index) + "]"
      guard let word = words[0], let other = words[1], word.hasSameBytes(as: other) else {
        list.add(place, expected: words[0] ?? "nothing more", got: words[1] ?? "nothing more")
        return
      }
      compare(wanted[index], found[index], at: place, &list)
    }
  }

  private func compare(
    _ wanted: JSONValue, _ found: JSONValue?, at key: String, _ list: inout MismatchList
  ) {
    guard let found else {
      list.add(key, expected: Self.words(wanted), got: MismatchList.unanswered)
      return
    }
    if let members = wanted.members, found.isObject {
      for member in members {
        compare(member.value, found[member.keyText], at: key + "." + member.keyText, &list)
      }
    } else if let elements = wanted.elements, let others = found.elements,
      elements.count == others.count
    {
      for (index, element) in elements.enumerated() {
        compare(element, others[index], at: key + "[" + String(index) + "]", &list)
      }
    } else if wanted != found {
      list.add(key, expected: Self.words(wanted), got: Self.words(found))
    }
  }

  /// A value as mismatches show it: a string as it is, nothing as `none`, all else as JSON.
  private static func words(_ value: JSONValue) -> String {
    if let text = value.text {
      return text
    }
    var writer = JSONWriter()
    writer.value(value)
    return value.isNull ? "none" : String(decoding: writer.take(), as: UTF8.self)
  }
}
