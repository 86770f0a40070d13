package import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
package import LinkPolicyExploration
internal import LinkPolicyJSON

/// The report of a replay, which shows the recorded decisions that a new policy would have made differently.
package struct ReplayReport: Sendable {
  /// The output format of a report, for people (`pretty`, `markdown`, `html`) or for programs (`json`).
  package enum ReplayReportFormat: String, CaseIterable, Sendable {
    case pretty, json, markdown, html
  }

  /// The size of one part of the recorded decisions, such as the undecided decisions, with an example.
  package struct TrafficShare: Sendable {
    /// The number of records in the part.
    package private(set) var records = 0
    /// The number of decisions that the records represent.
    package private(set) var weight = 0
    /// The index of the group with the greatest weight; nil without records.
    package private(set) var witness: Int?
    private var witnessWeight = 0

    /// Adds the records and the weight of a group.
    mutating func add(_ group: RecordGroups.RecordGroup, _ index: Int) {
      records = RecordGroups.sum(records, group.count)
      weight = RecordGroups.sum(weight, group.weight)
      if group.weight > witnessWeight {
        (witness, witnessWeight) = (index, group.weight)
      }
    }
  }

  /// The decisions that a change of the difference affects, in total and for each box.
  package struct ChangeTraffic: Sendable {
    package fileprivate(set) var total = TrafficShare()
    package fileprivate(set) var boxes: [TrafficShare]
  }

  /// The groups of records, in the order of their first records.
  package let groups: [RecordGroups.RecordGroup]
  /// The names of the logs, in the order in which the logs were counted, such as `log-2026.jsonl`.
  package let logs: [String]
  /// The difference between the policies.
  package let difference: PolicyDifference
  /// The names of the policies in the report: each policy's name or path as given, such as `believing.yaml`.
  package let names: Sides<String>
  package private(set) var total = TrafficShare()
  package private(set) var same = TrafficShare()
  package private(set) var changed = TrafficShare()
  package private(set) var undecided = TrafficShare()
  /// The recorded attempts that were input errors; their records contain no facts.
  package private(set) var faults = TrafficShare()
  /// The records that the replay cannot use: they are malformed, name an unknown policy, contradict their policy, or
  /// have other facts than their policy.
  package private(set) var unusable = TrafficShare()
  /// For each policy, the attempts that this policy rejects as malformed but the other policy decides.
  package private(set) var notOffered = Sides { _ in TrafficShare() }
  /// The number of records that the replay compared; input errors and unusable records are not compared.
  package var decidedRecords: Int {
    RecordGroups.sum(RecordGroups.sum(same.records, changed.records), undecided.records)
  }
  /// The recorded decisions that each change of the difference affects.
  package private(set) var changes: [ChangeTraffic]
  /// The causes of undecided records, most frequent first; a record can have several causes.
  package private(set) var causes: [(cause: String, traffic: TrafficShare)] = []
  /// The problems with lines and groups, in the order of the logs.
  package private(set) var problems: [ReplayProblem]
  /// The number of problems with single lines, which the count found before the replay.
  ///
  /// Until ``problems`` is sorted, these problems come first in the list.
  private let lineProblemCount: Int
  /// The number of problems of each kind, including the problems that ``problems`` omits.
  package private(set) var problemCounts: [ReplayProblem.ProblemKind: Int]

  /// The sentence that explains the meaning of a replay to the reader of a report.
  package static var note: StaticString {
    "each decision is replayed by itself, against the account state that the old policy produced"
  }

  /// Decides the groups of a count under both policies.
  ///
  /// - Parameters:
  ///   - count: the counted records.
  ///   - difference: the difference between the policies.
  ///   - names: the name or path of each policy, as the report shows it.
  ///   - writers: the policies that may have written the records, by digest.
  package init(
    _ count: RecordCount, _ difference: PolicyDifference, named names: Sides<String>,
    writers: [PolicyDigest: ReplayPolicy]
  ) {
    self.difference = difference
    self.names = names
    groups = count.groups.groups.sorted { $0.first < $1.first }
    logs = count.names
    problems = count.problems
    lineProblemCount = count.problems.count
    problemCounts = count.problemCounts
    changes = difference.changes.map {
      ChangeTraffic(boxes: $0.boxes.map { _ in TrafficShare() })
    }
    var decider = ReplayDecider(difference)
    var causes: [String: TrafficShare] = [:]
    for (index, group) in groups.enumerated() {
      total.add(group, index)
      let record: ReplayRecord
      do throws(ReplayRecord.RecordError) {
        record = try Self.record(group)
      } catch {
        unusable.add(group, index)
        report(.malformed, in: group, message: error.message)
        continue
      }
      guard record.outcome != .fault else {
        faults.add(group, index)
        continue
      }
      guard let writer = writers[record.digest] else {
        unusable.add(group, index)
        report(
          .unknownPolicy, in: group,
          message:
            "the policy `\(record.policyName)` with the digest \(record.digest.text) is not known: put its file "
            + "or image into the folder of --policies")
        continue
      }
      do throws(ReplayDecider.DecisionProblem) {
        take(try decider.decide(record, by: writer), of: group, at: index, causes: &causes)
      } catch {
        unusable.add(group, index)
        switch error {
        case .otherSchema(let message): report(.otherSchema, in: group, message: message)
        case .contradiction(let message): report(.contradiction, in: group, message: message)
        }
      }
    }
    self.causes = causes.map { ($0.key, $0.value) }
      .sorted { ($1.traffic.weight, $0.cause) < ($0.traffic.weight, $1.cause) }
    problems.sort { a, b in
      let places = (logs.firstIndex(of: a.file) ?? 0, logs.firstIndex(of: b.file) ?? 0)
      return (places.0, a.line) < (places.1, b.line)
    }
  }

  private mutating func take(
    _ result: ReplayResult, of group: RecordGroups.RecordGroup, at index: Int,
    causes: inout [String: TrafficShare]
  ) {
    switch result {
    case .same: same.add(group, index)
    case .changed(let change, let box):
      changed.add(group, index)
      changes[change].total.add(group, index)
      if changes[change].boxes.indices.contains(box) {
        changes[change].boxes[box].add(group, index)
      }
    case .notOffered(let side):
      changed.add(group, index)
      notOffered[side].add(group, index)
    case .undecided(let found):
      undecided.add(group, index)
      for cause in found {
        causes[cause, default: TrafficShare()].add(group, index)
      }
    }
  }

  /// Reports a problem of a group, and merges the problem with an equal problem of an earlier group.
  private mutating func report(
    _ kind: ReplayProblem.ProblemKind, in group: RecordGroups.RecordGroup, message: String
  ) {
    problemCounts[kind, default: 0] += group.count
    let known = problems[lineProblemCount...].firstIndex {
      $0.kind == kind && $0.message.hasSameBytes(as: message)
    }
    if let known {
      problems[known].records += group.count
      return
    }
    guard problems.count < RecordCount.problemLimit * 2 else { return }
    problems.append(
      ReplayProblem(
        kind, file: logs[group.first.log], line: group.first.line, records: group.count, message))
  }

  /// Returns a record that represents its group.
  ///
  /// The count does not parse a line that has the writer's layout, so the record of a group can still be malformed.
  private static func record(
    _ group: RecordGroups.RecordGroup
  ) throws(ReplayRecord.RecordError) -> ReplayRecord {
    let root: JSONValue
    do throws(InvalidInput) {
      root = try JSONDocument(group.json, name: "group", limits: .line).root
    } catch {
      throw ReplayRecord.RecordError(
        message: "not JSON: " + (error.diagnostics.first?.message ?? "the record cannot be read"))
    }
    return try ReplayRecord(root)
  }

  /// Returns the report, which ends with a line feed in each format except HTML; `html` renders the HTML format.
  package func bytes(_ format: ReplayReportFormat, html: () -> [UInt8]) -> [UInt8] {
    switch format {
    case .pretty: text.bytes
    case .json: json
    case .markdown: markdown.bytes
    case .html: html()
    }
  }
}

// MARK: Results

extension ReplayReport {
  /// The recorded decisions with one kind of change.
  package struct KindTraffic: Sendable {
    package var kind: ChangeKind
    package var records: Int
    package var weight: Int
  }

  /// The kinds of change in the traffic, the most dangerous first; a record can have several kinds.
  package var kinds: [KindTraffic] {
    ChangeKind.allCases.compactMap { kind in
      let found = changes.indices.filter { difference.changes[$0].kinds.contains(kind) }
        .map { changes[$0].total }
      let records = found.reduce(0) { RecordGroups.sum($0, $1.records) }
      guard records > 0 else { return nil }
      return KindTraffic(
        kind: kind, records: records,
        weight: found.reduce(0) { RecordGroups.sum($0, $1.weight) })
    }
  }

  /// The changes that at least one record shows, in the order of the difference.
  package var seen: [Int] { changes.indices.filter { changes[$0].total.records > 0 } }

  /// The boxes of the difference that no record reaches: for each change, its index and the indices of the unreached
  /// boxes.
  ///
  /// The list omits changes that no attempt can reach.
  package var unseen: [(change: Int, boxes: [Int])] {
    changes.indices.compactMap { index in
      guard !difference.changes[index].kinds.contains(.unreachable) else { return nil }
      let boxes = changes[index].boxes.indices.filter { changes[index].boxes[$0].records == 0 }
      return boxes.isEmpty ? nil : (index, boxes)
    }
  }

  /// Returns the share of a weight in all recorded decisions, such as `12.3 %`.
  package func share(_ weight: Int) -> String {
    guard total.weight > 0 else { return "0 %" }
    guard weight > 0 else { return "0 %" }
    guard weight < total.weight else { return "100 %" }
    let thousandths = Int(Double(weight) / Double(total.weight) * 1000 + 0.5)
    guard thousandths > 0 else { return "< 0.1 %" }
    guard thousandths < 1000 else { return "> 99.9 %" }
    return "\(thousandths / 10).\(thousandths % 10) %"
  }

  /// Returns the log and the line of a group's first record, such as `decisions.jsonl:12`.
  package func place(_ group: Int) -> String {
    let first = groups[group].first
    return logs[first.log] + ":" + String(first.line)
  }

  /// Describes one policy's answer in a change, with the place and the name of the row that gives the answer.
  package func answer(_ change: Int, _ side: Side) -> String {
    let answer = difference.changes[change].answers[side]
    guard let row = answer.row else { return answer.table.text + ": " + answer.words }
    let place =
      answer.position.map { difference.policies[side].sources.describe($0) + " " } ?? ""
    return place + row.text + ": " + answer.words
  }

  /// Returns the conditions of a box in words, separated by commas; `in every case` if the box has no condition.
  package func conditions(_ change: Int, _ box: Int) -> String {
    let conditions = difference.changes[change].boxes[box].conditions
    return conditions.isEmpty
      ? "in every case" : conditions.map { $0.text }.joined(separator: ", ")
  }

  /// The lines of the summary: a word such as `changed`, the traffic, and a remark.
  package var summary: [(word: StaticString, traffic: TrafficShare, remark: StaticString)] {
    [
      ("same", same, "both policies give the same answer"),
      ("changed", changed, "the new policy gives another answer"),
      ("undecided", undecided, "the records do not determine whether the answer changes"),
      ("faults", faults, "input errors, which have no facts to replay"),
      (
        "unusable", unusable,
        "records of an unknown policy, or records that contradict their policy"
      ),
    ]
  }

  /// Returns the words for an attempt that one policy rejects as malformed.
  package static func notOfferedWords(_ side: Side) -> StaticString {
    switch side {
    case .old:
      "the old policy rejects the attempt, or does not declare its action, provider or kind"
    case .new:
      "the new policy rejects the attempt, or does not declare its action, provider or kind"
    }
  }
}
