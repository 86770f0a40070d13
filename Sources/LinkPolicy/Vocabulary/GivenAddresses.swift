/// The addresses of an attempt: the records of its assertion, and the one of an action that
/// carries no method.
struct GivenAddresses {
  private let records: [AddressRecord]
  private let single: String?

  init(_ records: [AddressRecord] = [], _ single: String? = nil) {
    self.records = records
    self.single = single
  }

  var count: Int { records.count + (single == nil ? 0 : 1) }
  var isEmpty: Bool { records.isEmpty && single == nil }

  func email(_ index: Int) -> String {
    index < records.count ? records[index].email : single ?? ""
  }

  func claims(_ index: Int) -> [AddressRecord.Claim] {
    index < records.count ? records[index].claims : []
  }
}
