internal import Foundation
internal import LinkPolicyStore
internal import PostgreSQLStore
internal import StoreChecks

// Where the database is comes from libpq's environment, which children have as well.
let program = RaceProgram(CommandLine.arguments)
exit(program.run { () throws(StoreError) in try PostgreSQLStore("") })
