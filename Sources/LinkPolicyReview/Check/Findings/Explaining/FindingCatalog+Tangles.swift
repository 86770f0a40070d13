extension FindingCatalog {
  /// A policy whose rows each test three of some settings, scattered so that no order of them puts
  /// what stands together in one place.
  static func tangled(settings: Int, rows: Int) -> String {
    var state = 1
    // A generator of its own, so that the example is the same everywhere.
    func next(below count: Int) -> Int {
      state = (state * 1_103_515_245 + 12345) % 2_147_483_648
      return (state >> 8) % count
    }
    var text = ""
    for row in 0..<rows {
      var tested: [Int] = []
      text += "- {id: r\(row), "
      for _ in 0..<3 {
        let setting = next(below: settings)
        let value = next(below: 2) == 0 ? "off" : "on"
        guard !tested.contains(setting) else { continue }
        tested.append(setting)
        text += "setting.s\(setting): \(value), "
      }
      text += "refuse: taken}\n"
    }
    return policy(
      text + "- {id: otherwise, refuse: taken}",
      before: "settings:" + (0..<settings).map { "\n  s\($0): [off, on]" }.joined(),
      errors: ["taken"], hit: "    hit: first\n")
  }
}
