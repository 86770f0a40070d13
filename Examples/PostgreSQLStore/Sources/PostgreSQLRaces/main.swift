internal import Foundation
internal import LinkPolicyStore
internal import PostgreSQLStore
internal import StoreChecks

// The environment of libpq selects the database, also for child processes.
let program = RaceProgram(CommandLine.arguments)
exit(program.run { () throws(StoreError) in try PostgreSQLStore("") })
