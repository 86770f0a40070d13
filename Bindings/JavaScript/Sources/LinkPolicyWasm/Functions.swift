package import CLinkPolicy

// The function of linkpolicy-full.wasm that Bindings/C/include/linkpolicy.h does not declare. Bindings/JavaScript/INTERFACE.md describes
// its questions.

/// Answers a question about texts of policies, such as `check` or `play`.
///
/// - Parameters:
///   - question: one JSON object in UTF-8.
///   - count: the number of the question's bytes.
///   - answer: receives the answer, or the findings about a rejected text or question. The caller must free the answer.
/// - Returns: `LP_OK`, `LP_REJECTED`, or `LP_INVALID_ARGUMENT` for a null pointer.
@c(lp_review)
func review(
  _ question: UnsafePointer<UInt8>?, _ count: Int, _ answer: UnsafeMutablePointer<lp_text>?
) -> Int32 {
  unsafe answered(question, count, answer) { (bytes) throws(RejectedQuestion) in
    try PolicyQuestion(json: bytes).answer()
  }
}

/// Copies a question, and stores the answer at the caller's pointer.
package func answered(
  _ question: UnsafePointer<UInt8>?, _ count: Int, _ answer: UnsafeMutablePointer<lp_text>?,
  by body: ([UInt8]) throws(RejectedQuestion) -> [UInt8]
) -> Int32 {
  guard count >= 0, let question = unsafe question, let answer = unsafe answer else {
    return LP_INVALID_ARGUMENT
  }
  let text: [UInt8]
  var status = LP_OK
  do throws(RejectedQuestion) {
    text = try body(unsafe Array(UnsafeBufferPointer(start: question, count: count)))
  } catch {
    text = error.json
    status = LP_REJECTED
  }
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
  for index in text.indices {
    unsafe copy[index] = CChar(bitPattern: text[index])
  }
  unsafe copy[text.count] = 0
  unsafe answer.pointee = lp_text(bytes: copy, count: text.count)
  return status
}
