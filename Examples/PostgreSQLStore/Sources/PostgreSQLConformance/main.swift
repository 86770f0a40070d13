internal import Foundation
internal import LinkPolicyStore
internal import PostgreSQLStore
internal import StoreChecks

// The environment of libpq selects the database: `PGHOST`, `PGUSER`, `PGDATABASE`.
exit(
  ConformanceProgram.run(CommandLine.arguments) { () throws(StoreError) in
    try PostgreSQLStore("", ids: .counted)
  })
