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

extension GivenAddresses {
  /// The address an out-of-band code is about; an attempt that names one too must agree.
  ///
  /// - Throws: an ``InputError`` where the attempt names another address, or one and the code none.
  func agreeing(
    with address: String?, _ vocabulary: Vocabulary
  ) throws(InputError) -> GivenAddresses {
    guard let address else {
      guard isEmpty else {
        throw InputError(
          .contradiction, "the attempt names an address that its code does not")
      }
      return self
    }
    for index in 0..<count where try !vocabulary.isSameAddress(email(index), address) {
      throw InputError(.contradiction, "the attempt names another address than its code")
    }
    return GivenAddresses([], address)
  }
}
