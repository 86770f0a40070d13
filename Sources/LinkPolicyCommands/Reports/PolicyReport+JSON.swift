internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyReview

extension PolicyReport {
  /// The report as one line of JSON; the digest is null where the policy cannot be read.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("policy")
    writer.string(name)
    writer.key("digest")
    if let document {
      writer.string(PolicyDigest(of: document).text)
    } else {
      writer.null()
    }
    writer.key("counts")
    writer.beginObject()
    let counts: [(Name, Int)] = [
      ("tables", document?.decisions.count ?? 0), ("rows", rowCount),
      ("guards", document?.guards.count ?? 0), ("errors", count(.error)),
      ("warnings", count(.warning)), ("notes", count(.note)),
    ]
    for (name, count) in counts {
      writer.key(name)
      writer.int(count)
    }
    writer.endObject()
    writer.key("findings")
    writer.beginArray()
    for finding in findings {
      writer.beginObject()
      writer.members(of: finding, in: sources)
      writer.key("subject")
      if let subject = levels?.subject(of: finding) {
        writer.string(subject)
      } else {
        writer.null()
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}
