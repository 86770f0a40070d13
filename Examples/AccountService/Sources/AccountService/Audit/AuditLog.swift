internal import Glibc
internal import LinkPolicy
internal import LinkPolicyJSON
internal import Synchronization

/// The audit log: a file with one line for each decision, without addresses, subjects and names of people.
///
/// A keyed hash represents each account, and the key is in the same folder. The log writes a line after the commit of
/// the decision's change set. If the process ends between commit and writing, the line is missing.
final class AuditLog: Sendable {
  private let file: Mutex<CInt>
  private let path: String
  private let key: RecordKey

  /// Opens the file, which only the file's owner can read.
  ///
  /// - Parameters:
  ///   - path: the path of the file; new lines are appended to an existing file.
  ///   - key: the key of the hashes that represent accounts.
  /// - Throws: a `StartError` if the file cannot be opened.
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

  /// Writes the record of a decision.
  func add(_ decision: Decision, at context: DecisionRecord.Context) {
    write(DecisionRecord(of: decision, at: context, naming: .keyed(key)))
  }

  /// Writes the record of an attempt that could not be decided.
  func add(
    _ error: InputError, deciding attempt: Attempt, by policy: Policy,
    at context: DecisionRecord.Context
  ) {
    write(DecisionRecord(of: error, deciding: attempt, by: policy, at: context))
  }

  /// Returns the last lines, with the latest line first.
  func last(_ count: Int) -> [String] {
    let text = TextFile.read(path) ?? []
    let lines = text.split(separator: UInt8(ascii: "\n")).suffix(count)
    return lines.reversed().map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ record: DecisionRecord) {
    let line = record.line()
    file.withLock { descriptor in
      // One system call writes the whole line, so that lines of two processes do not mix.
      let written = unsafe line.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if written != line.count {
        ServiceLog.write("the audit log could not be written")
      }
    }
  }
}
