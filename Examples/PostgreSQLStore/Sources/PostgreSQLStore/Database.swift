internal import CPostgreSQL
internal import LinkPolicyStore

/// A connection to PostgreSQL.
@safe
struct Database: ~Copyable {
  private let connection: OpaquePointer

  /// Connects with libpq's connection settings; the environment provides missing settings (`PGHOST`, `PGUSER`).
  init(_ settings: String) throws(StoreError) {
    guard let opened = unsafe PQconnectdb(settings) else {
      throw .failed("PostgreSQL: there is no memory for a connection")
    }
    guard unsafe PQstatus(opened) == CONNECTION_OK else {
      let message = unsafe String(cString: PQerrorMessage(opened))
      unsafe PQfinish(opened)
      throw .failed("PostgreSQL: " + message)
    }
    unsafe connection = opened
  }

  deinit {
    unsafe PQfinish(connection)
  }

  /// Whether a transaction is open, even if the transaction has failed.
  var isInTransaction: Bool { unsafe PQtransactionStatus(connection) != PQTRANS_IDLE }

  /// Runs several statements without values, in order.
  func script(_ text: String) throws(StoreError) {
    let result = unsafe PQexec(connection, text)
    defer { unsafe PQclear(result) }
    try unsafe check(result)
  }

  /// Commits the transaction; throws a conflict if the database rolls the transaction back because a statement failed.
  func commit() throws(StoreError) {
    let result = unsafe PQexec(connection, "COMMIT")
    defer { unsafe PQclear(result) }
    try unsafe check(result)
    guard unsafe String(cString: PQcmdStatus(result)) == "COMMIT" else {
      throw .conflict("PostgreSQL: the transaction was rolled back instead")
    }
  }

  /// Runs a statement and returns the resulting rows.
  @discardableResult
  func run(_ text: String, _ values: SQLValue...) throws(StoreError) -> [[SQLValue]] {
    // The type ids of `bigint` and `text`.
    let types = values.map { if case .integer = $0 { Oid(20) } else { Oid(25) } }
    var texts: [[CChar]?] = []
    for value in values {
      switch value {
      case .null: texts.append(nil)
      case .integer(let number): texts.append(Array(String(number).utf8CString))
      case .text(let text):
        guard !text.utf8.contains(0) else {
          throw .failed("PostgreSQL: a text has a zero byte, which no column can hold")
        }
        texts.append(Array(text.utf8CString))
      }
    }
    let result = unsafe Self.withPointers(texts[...], []) { pointers in
      unsafe PQexecParams(
        connection, text, Int32(pointers.count), types, pointers, nil, nil, 0)
    }
    defer { unsafe PQclear(result) }
    try unsafe check(result)
    var rows: [[SQLValue]] = []
    let (height, width) = unsafe (PQntuples(result), PQnfields(result))
    for row in 0..<height {
      var columns: [SQLValue] = []
      for column in 0..<width {
        columns.append(unsafe Self.value(result, row, column))
      }
      rows.append(columns)
    }
    return rows
  }

  /// Calls a function with a pointer to each text; all pointers are valid during the call.
  @unsafe
  private static func withPointers<Value>(
    _ texts: ArraySlice<[CChar]?>, _ pointers: [UnsafePointer<CChar>?],
    _ body: ([UnsafePointer<CChar>?]) -> Value
  ) -> Value {
    guard let first = texts.first else { return unsafe body(pointers) }
    guard let text = first else {
      return unsafe withPointers(texts.dropFirst(), pointers + [nil], body)
    }
    return unsafe text.withUnsafeBufferPointer { buffer in
      unsafe withPointers(texts.dropFirst(), pointers + [buffer.baseAddress], body)
    }
  }

  private static func value(
    _ result: OpaquePointer?, _ row: Int32, _ column: Int32
  ) -> SQLValue {
    guard unsafe PQgetisnull(result, row, column) == 0 else { return .null }
    let text = unsafe String(cString: PQgetvalue(result, row, column))
    // The type ids of `bigint` and `integer`.
    switch unsafe PQftype(result, column) {
    case 20, 23: return Int(text).map { .integer($0) } ?? .text(text)
    default: return .text(text)
    }
  }

  private func check(_ result: OpaquePointer?) throws(StoreError) {
    switch unsafe PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
    default: break
    }
    guard let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))),
      let primary = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "M")))
    else {
      throw .failed("PostgreSQL: " + (unsafe String(cString: PQerrorMessage(connection))))
    }
    let message = "PostgreSQL: " + (unsafe String(cString: primary))
    // The states are: serialization failure, deadlock, duplicate key in a unique index, and lock timeout.
    throw ["40001", "40P01", "23505", "55P03"].contains(unsafe String(cString: state))
      ? .conflict(message) : .failed(message)
  }
}
