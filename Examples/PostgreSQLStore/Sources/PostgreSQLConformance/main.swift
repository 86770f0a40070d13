internal import Foundation
internal import LinkPolicyStore
internal import PostgreSQLStore
internal import StoreChecks

// Where the database is comes from libpq's environment: `PGHOST`, `PGUSER`, `PGDATABASE`.
exit(
  ConformanceProgram.run(CommandLine.arguments) { () throws(StoreError) in
    try PostgreSQLStore("", ids: .counted)
  })
