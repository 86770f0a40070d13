internal import LinkPolicy
internal import LinkPolicyJSON

extension MutationReport {
  /// The report as one line of JSON, with how many cases about other policies were passed over.
  package func json(passedOver: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("policy")
    writer.string(policy)
    writer.key("digest")
    writer.string(digest)
    writer.key("vectors")
    writer.int(vectors)
    writer.key("passedOver")
    writer.int(passedOver)
    writer.key("situations")
    writer.int(situations)
    writer.counts(total)
    writer.key("searched")
    writer.int(searched)
    writer.key("shown")
    writer.int(shown)
    writer.key("operators")
    writer.beginArray()
    for (name, counts) in operators {
      writer.beginObject()
      writer.key("operator")
      writer.string(name)
      writer.counts(counts)
      writer.endObject()
    }
    writer.endArray()
    writer.key("survivors")
    writer.beginArray()
    for entry in survivors {
      survivor(entry, &writer)
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.take()
  }

  private func survivor(_ entry: Entry, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("id")
    writer.string(entry.mutant.id)
    writer.key("place")
    writer.string(sources.describe(entry.mutant.position))
    writer.key("edit")
    writer.string(entry.survivor.summary)
    writer.key("kinds")
    writer.beginArray()
    for kind in entry.survivor.kinds {
      writer.string(kind.rawValue)
    }
    writer.endArray()
    writer.key("unused")
    if let unused = entry.mutant.unused {
      writer.string(unused)
    } else {
      writer.null()
    }
    writer.key("played")
    writer.int(entry.survivor.played)
    writer.key("cell")
    if let cell = entry.survivor.cell {
      writer.beginObject()
      for (fact, value) in cell {
        writer.key(fact)
        writer.string(value.text)
      }
      writer.endObject()
    } else {
      writer.null()
    }
    writer.key("vector")
    if let witness = entry.witness {
      writer.string(String(decoding: witness, as: UTF8.self))
    } else {
      writer.null()
    }
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func counts(_ counts: MutationReport.Counts) {
    let pairs: [(Name, Int)] = [
      ("mutants", counts.mutants), ("killed", counts.killed), ("equivalent", counts.equivalent),
      ("survived", counts.survived), ("refused", counts.refused),
    ]
    for (name, count) in pairs {
      key(name)
      int(count)
    }
  }
}
