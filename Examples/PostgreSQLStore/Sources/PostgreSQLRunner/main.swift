internal import LinkPolicyStore
internal import PostgreSQLStore
internal import StoreChecks

// Where the database is comes from libpq's environment: `PGHOST`, `PGUSER`, `PGDATABASE`.
do throws(StoreError) {
  var store = try PostgreSQLStore("", ids: .counted)
  var runner = StoreRunner("postgresql-store")
  runner.run(on: &store)
} catch {
  fatalError(error.description)
}
