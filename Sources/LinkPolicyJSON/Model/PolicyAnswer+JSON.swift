package import LinkPolicy

extension Policy {
  /// Returns an answer of this policy's tables as JSON: the members of a decision that depend on the row alone.
  package func json(of answer: PolicyAnswer) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.outcome(answer)
    writer.effects(answer.effects)
    writer.ask(answer.ask)
    writer.tell(answer.tell)
    writer.row(answer.row, in: sources)
    writer.endObject()
    return writer.take()
  }
}
