internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyVectors

extension VectorRun {
  /// The run as one line of JSON: counts, how often each row decided, and the failures that are
  /// kept.
  ///
  /// `skipped` are the cases that were not selected, `known` those that fail as they are known to.
  func json(skipped: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    let counts: [(Name, Int)] = [
      ("passed", passed), ("failed", failed), ("skipped", skipped), ("known", known),
      ("steps", steps),
    ]
    for (name, count) in counts {
      writer.key(name)
      writer.int(count)
    }
    writer.key("rows")
    writer.beginObject()
    for (row, count) in rows {
      writer.key(Name(row))
      writer.int(count)
    }
    writer.endObject()
    writer.key("failures")
    writer.beginArray()
    for failure in failures {
      writer.failure(failure)
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

extension JSONWriter {
  fileprivate mutating func failure(_ failure: VectorRun.Failure) {
    let vector = failure.played.vector
    beginObject()
    key("id")
    string(vector.id)
    key("policy")
    if let policy = failure.played.policy {
      string(policy.name)
    } else {
      null()
    }
    key("proves")
    beginArray()
    for statement in vector.proves {
      string(statement)
    }
    endArray()
    key("file")
    string(vector.file)
    place(vector.position)
    key("mismatches")
    beginArray()
    for mismatch in failure.mismatches {
      self.mismatch(mismatch)
    }
    endArray()
    endObject()
  }

  private mutating func mismatch(_ mismatch: Mismatch) {
    beginObject()
    key("step")
    if let step = mismatch.step {
      int(step)
    } else {
      null()
    }
    key("key")
    string(mismatch.key)
    key("expected")
    string(mismatch.expected)
    key("got")
    string(mismatch.got)
    place(mismatch.position)
    endObject()
  }

  private mutating func place(_ position: SourcePosition) {
    key("line")
    int(position.line)
    key("column")
    int(position.column)
  }
}
