internal import Foundation
internal import LinkPolicyStore
internal import SQLiteStore
internal import StoreChecks

// The environment variable `STORE` contains the path of the database file.
let file = ProcessInfo.processInfo.environment["STORE"] ?? "conformance.sqlite"
exit(
  ConformanceProgram.run(CommandLine.arguments) { () throws(StoreError) in
    try SQLiteStore(file, ids: .counted, survivesPowerFailure: false)
  })
