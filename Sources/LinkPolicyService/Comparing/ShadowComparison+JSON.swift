internal import LinkPolicy
public import LinkPolicyJSON

extension ShadowComparison {
  /// The comparison as one line of JSON, beside the records of the same log.
  ///
  /// The keys of `current` and of `shadow` are those that records have for policy and answer.
  ///
  /// - Parameter context: when the decision was made, and for which request.
  /// - Returns: one object and a line feed, and no other line feed.
  public func line(at context: DecisionRecord.Context) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("comparison")
    writer.int(1)
    writer.key("time")
    writer.string(context.time)
    writer.key("correlation")
    writer.string(context.correlation)
    writer.tried(current)
    writer.key("differs")
    writer.beginArray()
    for difference in differences {
      writer.string(difference.rawValue)
    }
    writer.endArray()
    writer.key("current")
    writer.side(current)
    writer.key("shadow")
    if let shadow {
      writer.side(shadow)
    } else {
      writer.null()
    }
    writer.endObject()
    writer.endLine()
    return writer.take()
  }
}

extension JSONWriter {
  /// Writes what one of the two came to.
  fileprivate mutating func side(_ summary: DecisionSummary) {
    beginObject()
    policy(summary)
    answer(summary)
    endObject()
  }
}
