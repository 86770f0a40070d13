internal import Glibc
internal import LinkPolicy
internal import LinkPolicyJSON
internal import Synchronization

/// The audit log: a file with a line for each decision, in which nobody's address, subject or name is.
///
/// Accounts are named by a hash under a key that is kept beside the file. A line is written once the decision's change
/// set is committed; where the process ends between the two, the line is missing.
final class AuditLog: Sendable {
  private let file: Mutex<CInt>
  private let path: String
  private let key: RecordKey

  /// Opens the file, which only its owner can read.
  ///
  /// - Parameters:
  ///   - path: the file; lines are added to one that is there.
  ///   - key: names accounts.
  /// - Throws: why it cannot be opened.
  init(_ path: String, key: RecordKey) throws(StartError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StartError("`\(path)` cannot be opened for writing") }
    file = Mutex(descriptor)
    self.path = path
    self.key = key
  }

  deinit {
    _ = file.withLock { close($0) }
  }

  /// Keeps a decision.
  func add(_ decision: Decision, at context: DecisionRecord.Context) {
    write(DecisionRecord(of: decision, at: context, naming: .keyed(key)))
  }

  /// Keeps that an attempt could not be decided.
  func add(
    _ error: InputError, deciding attempt: Attempt, by policy: Policy,
    at context: DecisionRecord.Context
  ) {
    write(DecisionRecord(of: error, deciding: attempt, by: policy, at: context))
  }

  /// The last lines, the last one first.
  func last(_ count: Int) -> [String] {
    let text = TextFile.read(path) ?? []
    let lines = text.split(separator: UInt8(ascii: "\n")).suffix(count)
    return lines.reversed().map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ record: DecisionRecord) {
    let line = record.line()
    file.withLock { descriptor in
      // One call for a line, so that lines of two processes do not mix.
      let written = unsafe line.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if written != line.count {
        ServiceLog.write("the audit log could not be written")
      }
    }
  }
}
