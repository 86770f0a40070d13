internal import CLinkPolicy
internal import LinkPolicy
internal import LinkPolicyJSON

// The functions of Bindings/C/include/linkpolicy.h, which also documents them. The compiler compares each function with
// its declaration in this header.

private let version: StaticString = "0.9.0"

@c @implementation
func lp_version() -> UnsafePointer<CChar>! {
  unsafe UnsafeRawPointer(version.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
func lp_text_free(_ text: UnsafeMutablePointer<lp_text>!) {
  guard let text = unsafe text else { return }
  unsafe text.pointee.bytes?.deallocate()
  unsafe text.pointee = lp_text(bytes: nil, count: 0)
}

@c @implementation
func lp_policy_shipped(
  _ name: UnsafePointer<CChar>!, _ policy: UnsafeMutablePointer<lp_policy>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard let name = unsafe word(name), let policy = unsafe policy else { return LP_INVALID_ARGUMENT }
  guard let loaded = LoadedPolicy(shipped: name) else { return LP_NOT_FOUND }
  return unsafe give(.policy(loaded), policy)
}

@c @implementation
func lp_policy_load(
  _ image: UnsafePointer<UInt8>!, _ count: Int, _ policy: UnsafeMutablePointer<lp_policy>!,
  _ findings: UnsafeMutablePointer<lp_text>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard isLength(count), unsafe image != nil || count == 0, let policy = unsafe policy,
    let findings = unsafe findings
  else { return LP_INVALID_ARGUMENT }
  do throws(RejectedInput) {
    try LoadedPolicy.checkLength(ofImage: count)
    let image = unsafe Array(UnsafeBufferPointer(start: image, count: count))
    return unsafe give(.policy(try LoadedPolicy(image: image)), policy)
  } catch {
    return unsafe give(error.json, findings, LP_REJECTED)
  }
}

@c @implementation
func lp_policy_compile(
  _ text: UnsafePointer<UInt8>!, _ count: Int, _ name: UnsafePointer<CChar>!,
  _ policy: UnsafeMutablePointer<lp_policy>!, _ findings: UnsafeMutablePointer<lp_text>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard isLength(count), unsafe text != nil || count == 0, let name = unsafe word(name),
    let policy = unsafe policy, let findings = unsafe findings
  else { return LP_INVALID_ARGUMENT }
  do throws(RejectedInput) {
    try LoadedPolicy.checkLength(ofText: count, name: name)
    let text = unsafe Array(UnsafeBufferPointer(start: text, count: count))
    return unsafe give(.policy(try LoadedPolicy(text: text, name: name)), policy)
  } catch {
    return unsafe give(error.json, findings, LP_REJECTED)
  }
}

@c @implementation
func lp_policy_about(_ policy: lp_policy, _ about: UnsafeMutablePointer<lp_text>!) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard let about = unsafe about else { return LP_INVALID_ARGUMENT }
  guard let policy = loadedPolicy(policy) else { return LP_INVALID_HANDLE }
  return unsafe give(policy.about, about)
}

@c @implementation
func lp_policy_recording(
  _ policy: lp_policy, _ account_key: UnsafePointer<UInt8>!, _ count: Int,
  _ recording: UnsafeMutablePointer<lp_policy>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  let isKeyed = unsafe account_key != nil
  guard 0 <= count, count <= LoadedPolicy.longestKey, isKeyed || count == 0,
    let recording = unsafe recording
  else { return LP_INVALID_ARGUMENT }
  guard let policy = loadedPolicy(policy) else { return LP_INVALID_HANDLE }
  let key = unsafe Array(UnsafeBufferPointer(start: account_key, count: count))
  guard let loaded = LoadedPolicy(recording: policy, accountKey: isKeyed ? key : nil)
  else { return LP_INVALID_ARGUMENT }
  return unsafe give(.policy(loaded), recording)
}

@c @implementation
func lp_policy_free(_ policy: lp_policy) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  return loadedPolicy(policy) != nil && HandleTable.remove(policy) ? LP_OK : LP_INVALID_HANDLE
}

@c @implementation
func lp_answer(
  _ policy: lp_policy, _ request: UnsafePointer<UInt8>!, _ count: Int, _ flags: UInt32,
  _ answer: UnsafeMutablePointer<lp_text>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard isLength(count), unsafe request != nil || count == 0, let answer = unsafe answer,
    flags & ~LP_EXPLAIN == 0
  else { return LP_INVALID_ARGUMENT }
  guard let policy = loadedPolicy(policy) else { return LP_INVALID_HANDLE }
  let line = unsafe UnsafeBufferPointer(start: request, count: count)[...]
  return unsafe give(policy.answer(line, isExplained: flags & LP_EXPLAIN != 0), answer)
}

@c @implementation
func lp_answer_lines(
  _ policy: lp_policy, _ lines: UnsafePointer<UInt8>!, _ count: Int, _ flags: UInt32,
  _ answers: UnsafeMutablePointer<lp_text>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard isLength(count), unsafe lines != nil || count == 0, let answers = unsafe answers,
    flags & ~LP_EXPLAIN == 0
  else { return LP_INVALID_ARGUMENT }
  guard let policy = loadedPolicy(policy) else { return LP_INVALID_HANDLE }
  let buffer = unsafe UnsafeBufferPointer(start: lines, count: count)
  return unsafe give(policy.answers(toLines: buffer, isExplained: flags & LP_EXPLAIN != 0), answers)
}

@c @implementation
func lp_table_make(
  _ policy: lp_policy, _ action: UnsafePointer<CChar>!, _ kind: UnsafePointer<CChar>!,
  _ table: UnsafeMutablePointer<lp_table>!, _ findings: UnsafeMutablePointer<lp_text>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard let action = unsafe word(action), let table = unsafe table, let findings = unsafe findings
  else { return LP_INVALID_ARGUMENT }
  let kindWord = unsafe word(kind)
  if unsafe kind != nil, kindWord == nil { return LP_INVALID_ARGUMENT }
  guard let policy = loadedPolicy(policy) else { return LP_INVALID_HANDLE }
  do throws(RejectedInput) {
    let loaded = try LoadedTable(policy.answerer.policy, action: action, kind: kindWord)
    return unsafe give(.table(loaded), table)
  } catch {
    return unsafe give(error.json, findings, LP_REJECTED)
  }
}

@c @implementation
func lp_table_columns(_ table: lp_table, _ columns: UnsafeMutablePointer<lp_text>!) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard let columns = unsafe columns else { return LP_INVALID_ARGUMENT }
  guard let table = loadedTable(table) else { return LP_INVALID_HANDLE }
  return unsafe give(table.columns, columns)
}

@c @implementation
func lp_table_decide(
  _ table: lp_table, _ columns: UnsafePointer<UnsafePointer<UInt16>?>!, _ columnCount: Int,
  _ count: Int, _ answers: UnsafeMutablePointer<UInt32>!,
  _ findings: UnsafeMutablePointer<lp_text>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard let findings = unsafe findings, count >= 0, count <= DecisionTable.mostCombinations,
    unsafe answers != nil || count == 0
  else { return LP_INVALID_ARGUMENT }
  guard let table = loadedTable(table) else { return LP_INVALID_HANDLE }
  // The function reads only as many pointers as the table has columns.
  guard columnCount == table.table.columns.count, unsafe columns != nil || columnCount == 0 else {
    return LP_INVALID_ARGUMENT
  }
  var values: [[UInt16]] = []
  for index in 0..<columnCount {
    let column = unsafe columns[index]
    guard unsafe column != nil || count == 0 else { return LP_INVALID_ARGUMENT }
    values.append(unsafe Array(UnsafeBufferPointer(start: column, count: count)))
  }
  do throws(RejectedInput) {
    let numbers = try table.decide(values, count: count)
    for index in numbers.indices {
      unsafe answers[index] = numbers[index]
    }
    return LP_OK
  } catch {
    return unsafe give(error.json, findings, LP_REJECTED)
  }
}

@c @implementation
func lp_table_answer(
  _ table: lp_table, _ number: UInt32, _ answer: UnsafeMutablePointer<lp_text>!
) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  guard let answer = unsafe answer else { return LP_INVALID_ARGUMENT }
  guard let table = loadedTable(table) else { return LP_INVALID_HANDLE }
  guard let json = table.answer(number) else { return LP_NOT_FOUND }
  return unsafe give(json, answer)
}

@c @implementation
func lp_table_free(_ table: lp_table) -> Int32 {
  LibraryCall.begin()
  defer { LibraryCall.end() }
  return loadedTable(table) != nil && HandleTable.remove(table) ? LP_OK : LP_INVALID_HANDLE
}

// MARK: Arguments and results

/// Returns the policy that a handle refers to; nil if the handle refers to no live policy.
private func loadedPolicy(_ handle: UInt64) -> LoadedPolicy? {
  switch HandleTable.object(handle)?.content {
  case .policy(let policy): policy
  case .table, nil: nil
  }
}

/// Returns the table that a handle refers to; nil if the handle refers to no live table.
private func loadedTable(_ handle: UInt64) -> LoadedTable? {
  switch HandleTable.object(handle)?.content {
  case .table(let table): table
  case .policy, nil: nil
  }
}

/// Returns whether a text of the caller can have the given number of bytes.
///
/// A size above `LP_LONGEST`, or a `size_t` that is negative as an `Int`, is rejected before anything is read or
/// allocated.
private func isLength(_ count: Int) -> Bool {
  0 <= count && count <= Int(LP_LONGEST)
}

/// Returns a copy of the caller's string; nil for a null pointer or invalid UTF-8.
private func word(_ text: UnsafePointer<CChar>?) -> String? {
  guard let text = unsafe text else { return nil }
  return unsafe String(validatingCString: text)
}

/// Stores a handle to an object at the address that the caller provides; stores 0 if all handles are in use.
private func give(
  _ content: HandleObject.HandleContent, _ place: UnsafeMutablePointer<UInt64>
) -> Int32 {
  let handle = HandleTable.insert(HandleObject(content))
  unsafe place.pointee = handle
  return handle == 0 ? LP_TOO_MANY_HANDLES : LP_OK
}

/// Stores a copy of bytes, with a zero byte after them, at the address that the caller provides.
private func give(
  _ text: [UInt8], _ place: UnsafeMutablePointer<lp_text>, _ status: Int32 = LP_OK
) -> Int32 {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
  for index in text.indices {
    unsafe copy[index] = CChar(bitPattern: text[index])
  }
  unsafe copy[text.count] = 0
  unsafe place.pointee = lp_text(bytes: copy, count: text.count)
  return status
}
