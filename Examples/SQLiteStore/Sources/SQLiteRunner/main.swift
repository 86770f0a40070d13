internal import LinkPolicyStore
internal import SQLiteStore
internal import StoreChecks

do throws(StoreError) {
  var store = try SQLiteStore(":memory:", ids: .counted)
  var runner = StoreRunner("sqlite-store")
  runner.run(on: &store)
} catch {
  fatalError(error.description)
}
