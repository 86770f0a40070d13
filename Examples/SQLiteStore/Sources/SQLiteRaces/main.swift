internal import Foundation
internal import LinkPolicyStore
internal import SQLiteStore
internal import StoreChecks

// The environment variable `STORE` contains the path of the database file, so that child processes
// open the same file.
let file = ProcessInfo.processInfo.environment["STORE"] ?? "races.sqlite"
let program = RaceProgram(CommandLine.arguments)
exit(program.run { () throws(StoreError) in try SQLiteStore(file, survivesPowerFailure: false) })
