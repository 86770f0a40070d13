internal import Glibc
internal import LinkPolicy

/// Where the service keeps what outlives it: accounts, the audit log, and the key that names accounts in it.
struct DataFolder: Sendable {
  let path: String

  var database: String { path + "/accounts.sqlite" }
  var auditLog: String { path + "/audit.jsonl" }
  private var auditKey: String { path + "/audit.key" }

  /// Takes a folder, and makes it where it is missing.
  ///
  /// - Parameter path: the folder; nil for a new one among the temporary files.
  /// - Throws: why there is none.
  init(_ path: String?) throws(StartError) {
    // What is made here is the owner's alone.
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

  /// The key under which the audit log names accounts; made at the first start.
  func recordKey() throws(StartError) -> RecordKey {
    let made = Random.bytes(32)
    let bytes = TextFile.make(auditKey, made) ? made : TextFile.read(auditKey) ?? []
    guard let key = RecordKey(bytes: bytes) else {
      throw StartError("`\(auditKey)` is no key: move it away, and one is made")
    }
    return key
  }
}
