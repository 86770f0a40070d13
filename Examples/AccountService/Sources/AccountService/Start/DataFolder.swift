internal import Glibc
internal import LinkPolicy

/// The folder with the data that outlives the process: the accounts, the audit log, and the key of the log's hashes.
struct DataFolder: Sendable {
  let path: String

  var database: String { path + "/accounts.sqlite" }
  var auditLog: String { path + "/audit.jsonl" }
  private var auditKey: String { path + "/audit.key" }

  /// Uses a folder, and creates the folder if it is missing.
  ///
  /// - Parameter path: the folder; nil for a new one among the temporary files.
  /// - Throws: a `StartError` if the folder cannot be created.
  init(_ path: String?) throws(StartError) {
    // Only the owner may read the files that the service creates.
    umask(0o077)
    if let path {
      guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw StartError("`\(path)` cannot be made: make its parent folder first")
      }
      self.path = path
      return
    }
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/account-service-XXXXXX").utf8CString)
    let isMade = unsafe template.withUnsafeMutableBufferPointer {
      unsafe $0.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
    }
    guard isMade else { throw StartError("there is no place for temporary files: give --data") }
    self.path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the key of the account hashes in the audit log, which is created at the first start.
  func recordKey() throws(StartError) -> RecordKey {
    let made = Random.bytes(32)
    let bytes = TextFile.make(auditKey, made) ? made : TextFile.read(auditKey) ?? []
    guard let key = RecordKey(bytes: bytes) else {
      throw StartError("`\(auditKey)` is no key: move it away, and one is made")
    }
    return key
  }
}
