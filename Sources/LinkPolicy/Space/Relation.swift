/// How accounts can stand to an attempt: the values of the facts that depend on accounts.
struct Relation: Hashable {
  var providers: ValueSet
  var domains: ValueSet
  var account: Int
  var credential: Int
  var address: Int
  var sameProvider: Int
  var methods: Int
  var relay: Int
  var isSecretChecked: Bool
  /// Whether the account belongs to another tenant than the attempt, where no look-up finds it.
  var isForeign: Bool
}
