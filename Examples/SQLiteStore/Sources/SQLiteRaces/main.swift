internal import Foundation
internal import LinkPolicyStore
internal import SQLiteStore
internal import StoreChecks

// The file is named by the environment, so that children open the same.
let file = ProcessInfo.processInfo.environment["STORE"] ?? "races.sqlite"
let program = RaceProgram(CommandLine.arguments)
exit(program.run { () throws(StoreError) in try SQLiteStore(file, survivesPowerFailure: false) })
