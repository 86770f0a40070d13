public import LinkPolicy
public import LinkPolicyStore

extension MemoryStore {
  public mutating func putMethod(
    _ method: Write.NewMethod, of id: String, passwordHash: String?
  ) throws(StoreError) {
    guard let index = rows.index(of: id) else { return }
    var stored = MemoryRows.StoredMethod(
      key: method.key,
      method: Method(method.provider, method.key.kind, subject: method.key.subject),
      passwordHash: passwordHash)
    stored.method.address = method.address
    stored.method.provedAddress = method.provedAddress
    stored.method.isSuperseded = method.isSuperseded
    let present = rows.place(of: method.key, at: index)
    if let present {
      let old = rows.accounts[index].methods.remove(at: present)
      stored.method.labels = old.method.labels
      stored.passwordHash = passwordHash ?? old.passwordHash
    }
    let place = method.place.flatMap { rows.place(of: $0, at: index) } ?? present
    rows.accounts[index].methods.insert(stored, at: place ?? rows.accounts[index].methods.count)
  }

  public mutating func removeMethod(_ key: MethodKey, of id: String) throws(StoreError) -> Bool {
    guard let index = rows.index(of: id), let place = rows.place(of: key, at: index) else {
      return false
    }
    return !rows.accounts[index].methods.remove(at: place).method.isSuperseded
  }

  public mutating func supersedeMethod(_ key: MethodKey, of id: String) throws(StoreError) {
    change(id, key) { $0.method.isSuperseded = true }
  }
}
