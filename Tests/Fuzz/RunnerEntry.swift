import LinkPolicy
import LinkPolicyJSON

@testable import LinkPolicyTesting

/// A line of another implementation, as the answer to each thing it can be asked: results are
/// exactly those that were asked for, and whatever is not what the protocol has is no pass.
///
/// Accepted is an answer to `hello` or `policy`, or results all of which are what the protocol has.
enum RunnerEntry {
  static func take(_ bytes: [UInt8]) -> Bool {
    do throws(RunnerFault) {
      let answers = try RunnerAnswers(bytes)
      return [isHello(answers), isPolicy(answers), hasResults(answers, bytes)].contains(true)
    } catch {
      check(error)
      return false
    }
  }

  private static func isHello(_ answers: RunnerAnswers) -> Bool {
    do throws(RunnerFault) {
      let implementation = try answers.implementation()
      let unknown = implementation.keys?.contains { !AnswerKey.isWord($0) } ?? false
      require(!unknown, "a key that is never compared")
      return true
    } catch {
      check(error)
      return false
    }
  }

  private static func isPolicy(_ answers: RunnerAnswers) -> Bool {
    do throws(RunnerFault) {
      switch try answers.policy() {
      case nil, .skipped, .errored: break
      case .answered, .accepted, .rejected: fatalError("a policy is answered like a case")
      }
      return true
    } catch {
      check(error)
      return false
    }
  }

  /// Asks for what the line itself says it answers, and then for other things.
  private static func hasResults(_ answers: RunnerAnswers, _ bytes: [UInt8]) -> Bool {
    guard let root = (try? JSONDocument(bytes, name: "line"))?.root else {
      fatalError("an answer that is no JSON")
    }
    let sequence = root["seq"]?.int ?? 1
    let ids = (root["results"]?.elements ?? []).map { $0["id"]?.text ?? "" }
    for (sequence, ids) in [
      (sequence &+ 1, ids), (sequence, ids + ["more"]), (sequence, ["other"]),
    ]
    where ids != ["other"] || root["results"]?.elements?.first?["id"]?.text != "other" {
      let isTaken = (try? answers.results(sequence: sequence, ids: ids)) != nil
      require(!isTaken, "results that were not asked for")
    }
    do throws(RunnerFault) {
      let results = try answers.results(sequence: sequence, ids: ids)
      require(results.count == ids.count, "\(results.count) results for \(ids.count) cases")
      return !results.isEmpty && !results.contains(where: isMalformed)
    } catch {
      check(error)
      return false
    }
  }

  private static func isMalformed(_ result: ForeignResult) -> Bool {
    switch result {
    case .errored(let message): message.hasPrefix("its result is")
    case .answered, .accepted, .rejected, .skipped: false
    }
  }

  private static func check(_ fault: RunnerFault) {
    require(!fault.reason.isEmpty, "a fault that says nothing")
    require(!fault.reason.utf8.contains { $0 < 0x20 }, "a fault that is not one line")
  }
}
