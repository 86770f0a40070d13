import LinkPolicy
import LinkPolicyDiagnostics

@testable import LinkPolicyJSON

/// Documents that are not JSON, each with the code and the place of its error.
enum InvalidCorpus {
  struct Document {
    let bytes: [UInt8]
    let code: DiagnosticCode
    let line: Int
    let column: Int

    init(_ text: String, _ code: DiagnosticCode, _ line: Int, _ column: Int) {
      self.init(Array(text.utf8), code, line, column)
    }

    init(_ bytes: [UInt8], _ code: DiagnosticCode, _ line: Int, _ column: Int) {
      self.bytes = bytes
      self.code = code
      self.line = line
      self.column = column
    }
  }

  static let documents: [Document] = structure + words + numbers + strings + encoding

  private static let structure: [Document] = [
    Document("", .jsonEmpty, 1, 1), Document(" ", .jsonEmpty, 1, 2),
    Document("\n\n", .jsonEmpty, 3, 1), Document("\r\n", .jsonEmpty, 2, 1),
    Document("[", .jsonUnexpectedEnd, 1, 2), Document("{", .jsonUnexpectedEnd, 1, 2),
    Document("[1", .jsonUnexpectedEnd, 1, 3), Document("[1,", .jsonUnexpectedEnd, 1, 4),
    Document("[1,\n", .jsonUnexpectedEnd, 2, 1), Document("[[]", .jsonUnexpectedEnd, 1, 4),
    Document(#"{"a""#, .jsonUnexpectedEnd, 1, 5), Document(#"{"a":"#, .jsonUnexpectedEnd, 1, 6),
    Document(#"{"a":1"#, .jsonUnexpectedEnd, 1, 7),
    Document(#"{"a":1,"#, .jsonUnexpectedEnd, 1, 8),
    Document("]", .jsonSyntax, 1, 1), Document("}", .jsonSyntax, 1, 1),
    Document(",", .jsonSyntax, 1, 1), Document(":", .jsonSyntax, 1, 1),
    Document("[1 2]", .jsonSyntax, 1, 4), Document("[1}", .jsonSyntax, 1, 3),
    Document(#"{"a":1]"#, .jsonSyntax, 1, 7), Document("[,1]", .jsonSyntax, 1, 2),
    Document("[1,,2]", .jsonSyntax, 1, 4), Document("[,]", .jsonSyntax, 1, 2),
    Document("[:]", .jsonSyntax, 1, 2), Document("[1:2]", .jsonSyntax, 1, 3),
    Document("[1;2]", .jsonSyntax, 1, 3), Document(#"["a" "b"]"#, .jsonSyntax, 1, 6),
    Document("{,}", .jsonSyntax, 1, 2), Document("{1:2}", .jsonSyntax, 1, 2),
    Document("{a:1}", .jsonSyntax, 1, 2), Document("{null:1}", .jsonSyntax, 1, 2),
    Document("{[]:1}", .jsonSyntax, 1, 2), Document(#"{"a"}"#, .jsonSyntax, 1, 5),
    Document(#"{"a",1}"#, .jsonSyntax, 1, 5), Document(#"{"a"=1}"#, .jsonSyntax, 1, 5),
    Document(#"{"a"::1}"#, .jsonSyntax, 1, 6), Document(#"{"a":}"#, .jsonSyntax, 1, 6),
    Document(#"{"a":,"b":1}"#, .jsonSyntax, 1, 6), Document(#"{"a" 1}"#, .jsonSyntax, 1, 6),
    Document(#"{"a":1 "b":2}"#, .jsonSyntax, 1, 8), Document(#"{"a":1,,}"#, .jsonSyntax, 1, 8),
    Document(#"{"a":1:2}"#, .jsonSyntax, 1, 7), Document("<a>", .jsonSyntax, 1, 1),
    Document("[1,]", .jsonTrailingComma, 1, 3), Document("[1\n,\n]", .jsonTrailingComma, 2, 1),
    Document(#"{"a":1,}"#, .jsonTrailingComma, 1, 7),
    Document("1 2", .jsonTrailingText, 1, 3), Document("[]]", .jsonTrailingText, 1, 3),
    Document("{}}", .jsonTrailingText, 1, 3), Document("[] x", .jsonTrailingText, 1, 4),
    Document("1,", .jsonTrailingText, 1, 2), Document(#"""""#, .jsonTrailingText, 1, 3),
    Document("{}\n{}", .jsonTrailingText, 2, 1), Document("nullnull", .jsonTrailingText, 1, 5),
    Document("[1]\n\n]", .jsonTrailingText, 3, 1),
    Document("// c\n1", .jsonComment, 1, 1), Document("1 // c", .jsonComment, 1, 3),
    Document("[1,/* c */2]", .jsonComment, 1, 4), Document("# c\n1", .jsonComment, 1, 1),
    Document("{/**/}", .jsonComment, 1, 2), Document(#"{"a"/**/:1}"#, .jsonComment, 1, 5),
    Document(#"{"a":1,"a":2}"#, .jsonDuplicateKey, 1, 8),
    Document(#"{"a":1,"\u0061":2}"#, .jsonDuplicateKey, 1, 8),
    Document(#"{"":1,"":1}"#, .jsonDuplicateKey, 1, 7),
    Document("{\"é\":1,\n \"é\":2}", .jsonDuplicateKey, 2, 2),
    Document(#"[{"x":{"a":1,"b":2,"a":3}}]"#, .jsonDuplicateKey, 1, 20),
  ]

  private static let words: [Document] =
    [
      "nul", "nulL", "NULL", "Null", "tru", "True", "TRUE", "t", "truth", "fals", "False", "f", "n",
      "NaN", "Infinity", "undefined", "yes", "None", "a", "_", "$", "@", "*", "~", "\\", "`a`",
    ].map { Document($0, .jsonSyntax, 1, 1) } + [
      Document("[nul]", .jsonSyntax, 1, 2), Document("nan", .jsonSyntax, 1, 1),
      Document("-NaN", .jsonInvalidNumber, 1, 1), Document("[truee]", .jsonSyntax, 1, 6),
      Document("-Infinity", .jsonInvalidNumber, 1, 1), Document("\u{0C}1", .jsonSyntax, 1, 1),
      Document("\u{A0}1", .jsonSyntax, 1, 1), Document("[\u{2028}1]", .jsonSyntax, 1, 2),
      Document("\u{0}", .jsonSyntax, 1, 1), Document("1\u{0}", .jsonTrailingText, 1, 2),
      Document("[é]", .jsonSyntax, 1, 2), Document("“a”", .jsonSyntax, 1, 1),
    ]

  private static let numbers: [Document] = [
    Document("01", .jsonInvalidNumber, 1, 1), Document("-01", .jsonInvalidNumber, 1, 2),
    Document("00", .jsonInvalidNumber, 1, 1), Document("[012]", .jsonInvalidNumber, 1, 2),
    Document("00.5", .jsonInvalidNumber, 1, 1), Document("+1", .jsonInvalidNumber, 1, 1),
    Document("[+1]", .jsonInvalidNumber, 1, 2), Document(".5", .jsonInvalidNumber, 1, 1),
    Document("-.5", .jsonInvalidNumber, 1, 1), Document("1.", .jsonInvalidNumber, 1, 3),
    Document("[1.]", .jsonInvalidNumber, 1, 4), Document("1.e5", .jsonInvalidNumber, 1, 3),
    Document("1e", .jsonInvalidNumber, 1, 3), Document("1e+", .jsonInvalidNumber, 1, 4),
    Document("1e-", .jsonInvalidNumber, 1, 4), Document("1eE2", .jsonInvalidNumber, 1, 3),
    Document("1e1.5", .jsonTrailingText, 1, 4), Document("-", .jsonInvalidNumber, 1, 1),
    Document("--1", .jsonInvalidNumber, 1, 1), Document("- 1", .jsonInvalidNumber, 1, 1),
    Document("0x10", .jsonTrailingText, 1, 2), Document("[0x1]", .jsonSyntax, 1, 3),
    Document("1_000", .jsonTrailingText, 1, 2), Document("1,000", .jsonTrailingText, 1, 2),
    Document("[1 000]", .jsonSyntax, 1, 4), Document("1.2.3", .jsonTrailingText, 1, 4),
    Document("1a", .jsonTrailingText, 1, 2), Document("1.5f", .jsonTrailingText, 1, 4),
    Document("[-]", .jsonInvalidNumber, 1, 2), Document("[-a]", .jsonInvalidNumber, 1, 2),
    Document("１", .jsonSyntax, 1, 1), Document("0e", .jsonInvalidNumber, 1, 3),
  ]

  private static let strings: [Document] = [
    Document(#"""#, .jsonUnexpectedEnd, 1, 2), Document(#""abc"#, .jsonUnexpectedEnd, 1, 5),
    Document(#""\"#, .jsonUnexpectedEnd, 1, 3), Document(#""\""#, .jsonUnexpectedEnd, 1, 4),
    Document(#""\u"#, .jsonUnexpectedEnd, 1, 4), Document(#""\u00"#, .jsonUnexpectedEnd, 1, 6),
    Document(#"["a"#, .jsonUnexpectedEnd, 1, 4), Document(#"{"a"#, .jsonUnexpectedEnd, 1, 4),
    Document("'a'", .jsonSyntax, 1, 1), Document("['a']", .jsonSyntax, 1, 2),
    Document("{'a':1}", .jsonSyntax, 1, 2),
    Document("\"a\nb\"", .jsonControlCharacter, 1, 3),
    Document("\"\t\"", .jsonControlCharacter, 1, 2),
    Document("\"\u{0}\"", .jsonControlCharacter, 1, 2),
    Document("\"\u{1F}\"", .jsonControlCharacter, 1, 2),
    Document("\"é\r\"", .jsonControlCharacter, 1, 3),
    Document("\"\\n\u{1}\"", .jsonControlCharacter, 1, 4),
    Document("{\"a\u{1B}\":1}", .jsonControlCharacter, 1, 4),
    Document(#""\a""#, .jsonInvalidEscape, 1, 2), Document(#""\x41""#, .jsonInvalidEscape, 1, 2),
    Document(#""\'""#, .jsonInvalidEscape, 1, 2), Document(#""\0""#, .jsonInvalidEscape, 1, 2),
    Document(#""\v""#, .jsonInvalidEscape, 1, 2), Document(#""\U0041""#, .jsonInvalidEscape, 1, 2),
    Document("\"ab\\\n\"", .jsonInvalidEscape, 1, 4), Document(#""\é""#, .jsonInvalidEscape, 1, 2),
    Document(#""\u004""#, .jsonInvalidEscape, 1, 2),
    Document(#""\u{41}""#, .jsonInvalidEscape, 1, 2),
    Document(#""é\u00zz""#, .jsonInvalidEscape, 1, 3),
    Document(#""\u+041""#, .jsonInvalidEscape, 1, 2),
    Document(#""\uD800""#, .jsonLoneSurrogate, 1, 2),
    Document(#""\uDC00""#, .jsonLoneSurrogate, 1, 2),
    Document(#""\uDFFF\uD800""#, .jsonLoneSurrogate, 1, 2),
    Document(#""\uD83Dx""#, .jsonLoneSurrogate, 1, 2),
    Document(#""\uD83D\n""#, .jsonLoneSurrogate, 1, 2),
    Document(#""\uD83D\u0041""#, .jsonLoneSurrogate, 1, 2),
    Document(#""\uD83D\uD83D\uDE00""#, .jsonLoneSurrogate, 1, 2),
    Document(#""aé\uD83D""#, .jsonLoneSurrogate, 1, 4),
    Document(#"{"\uDBFF":1}"#, .jsonLoneSurrogate, 1, 3),
  ]

  private static let encoding: [Document] = [
    Document("\u{FEFF}1", .jsonByteOrderMark, 1, 1), Document("\u{FEFF}", .jsonByteOrderMark, 1, 1),
    Document(" \u{FEFF}1", .jsonSyntax, 1, 2),
    Document([0xFF, 0xFE, 0x31, 0x00], .jsonInvalidUTF8, 1, 1),
    Document([0x80], .jsonInvalidUTF8, 1, 1),
    Document([0x31, 0xC3], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0x80, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xC3, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xC3, 0xA9, 0xA9, 0x22], .jsonInvalidUTF8, 1, 3),
    Document([0x22, 0xC0, 0x80, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xC1, 0xBF, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xE0, 0x9F, 0xBF, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xED, 0xA0, 0x80, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xED, 0xBF, 0xBF, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xE2, 0x82, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xE2, 0x28, 0xA1, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0xF0, 0x9F, 0x98], .jsonInvalidUTF8, 1, 2),
    Document([0x22, 0x5C, 0x6E, 0xFF, 0x22], .jsonInvalidUTF8, 1, 4),
    Document([0x0A, 0x5B, 0x22, 0xFE], .jsonInvalidUTF8, 2, 3),
  ]
}
