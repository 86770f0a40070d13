internal import CSQLite
internal import LinkPolicyStore

/// A connection to SQLite, with its prepared statements.
@safe
struct Database: ~Copyable {
  private let connection: OpaquePointer
  private var prepared: [String: OpaquePointer] = unsafe [:]

  /// Opens a file, or creates the file if it is missing.
  ///
  /// Each operation waits at most ten seconds for the transaction of another connection.
  init(_ path: String) throws(StoreError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close(opened)
      throw .failed("`\(path)` cannot be opened: SQLite says \(code)")
    }
    unsafe connection = opened
    unsafe sqlite3_busy_timeout(opened, 10_000)
  }

  deinit {
    for unsafe statement in unsafe prepared.values {
      unsafe sqlite3_finalize(statement)
    }
    unsafe sqlite3_close(connection)
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

  /// The number of rows that the last statement changed.
  var changedRows: Int { Int(unsafe sqlite3_changes(connection)) }

  /// The row number of the row that was inserted last.
  var lastRow: Int { Int(unsafe sqlite3_last_insert_rowid(connection)) }

  /// Runs several statements without values, in order.
  mutating func script(_ text: String) throws(StoreError) {
    let code = unsafe sqlite3_exec(connection, text, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Turns on the write-ahead log of the file, so that readers do not wait for writers.
  ///
  /// For this statement, SQLite does not wait for another connection that opens the new file, so the function retries for
  /// at most ten seconds.
  mutating func writeAhead() throws(StoreError) {
    var tries = 0
    while true {
      do throws(StoreError) {
        return try script("PRAGMA journal_mode = WAL")
      } catch {
        tries += 1
        guard case .conflict = error, tries < 1_000 else { throw error }
        sqlite3_sleep(10)
      }
    }
  }

  /// Runs a statement and returns the resulting rows.
  @discardableResult
  mutating func run(_ text: String, _ values: SQLValue...) throws(StoreError) -> [[SQLValue]] {
    try run(text, values)
  }

  /// Runs a statement with a list of values and returns the resulting rows.
  mutating func run(_ text: String, _ values: [SQLValue]) throws(StoreError) -> [[SQLValue]] {
    let statement = try unsafe statement(text)
    defer {
      unsafe sqlite3_reset(statement)
      unsafe sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try unsafe bind(value, at: Int32(index + 1), of: statement)
    }
    var rows: [[SQLValue]] = []
    while true {
      let code = unsafe sqlite3_step(statement)
      switch code {
      case SQLITE_ROW:
        let count = unsafe sqlite3_column_count(statement)
        rows.append((0..<count).map { unsafe Self.value($0, of: statement) })
      case SQLITE_DONE: return rows
      default: throw error(code)
      }
    }
  }

  private mutating func statement(_ text: String) throws(StoreError) -> OpaquePointer {
    if let known = unsafe prepared[text] {
      return unsafe known
    }
    var made: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, text, -1, &made, nil)
    guard code == SQLITE_OK, let made = unsafe made else { throw error(code) }
    unsafe prepared[text] = made
    return unsafe made
  }

  private func bind(
    _ value: SQLValue, at index: Int32, of statement: OpaquePointer
  ) throws(StoreError) {
    let code: Int32
    switch value {
    case .null: code = unsafe sqlite3_bind_null(statement, index)
    case .integer(let number): code = unsafe sqlite3_bind_int64(statement, index, Int64(number))
    case .text(let text):
      // With this constant, SQLite copies the bytes before the call returns.
      let copies = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      let count = Int32(clamping: text.utf8.count)
      code = unsafe text.withCString { bytes in
        unsafe sqlite3_bind_text(statement, index, bytes, count, copies)
      }
    }
    guard code == SQLITE_OK else { throw error(code) }
  }

  private static func value(_ column: Int32, of statement: OpaquePointer) -> SQLValue {
    switch unsafe sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(Int(unsafe sqlite3_column_int64(statement, column)))
    case SQLITE_TEXT:
      guard let bytes = unsafe sqlite3_column_text(statement, column) else { return .null }
      let count = Int(unsafe sqlite3_column_bytes(statement, column))
      let text = unsafe UnsafeBufferPointer(start: bytes, count: count)
      return .text(unsafe String(decoding: text, as: UTF8.self))
    default: return .null
    }
  }

  private func error(_ code: Int32) -> StoreError {
    let message = unsafe String(cString: sqlite3_errmsg(connection))
    return switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .conflict("SQLite: " + message)
    default: .failed("SQLite: " + message)
    }
  }
}
