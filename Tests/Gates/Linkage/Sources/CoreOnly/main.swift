// A program that embeds the core alone, with a policy made in code.
import LinkPolicy

var document = PolicyDocument(name: Located("always"))
document.providers = [ProviderDeclaration(Located("own.example"), kinds: [Located("federated")])]
document.errors = [ErrorDeclaration(Located("closed"))]
var row = RowDeclaration(id: Located("closed"))
row.refusal = Located("closed")
document.decisions = [TableDeclaration(Located("sign-in.federated"), rows: [row])]

let policy = try Policy(document)
let attempt = Attempt(.signIn, with: Assertion(verified: "own.example", subject: "1"))
let decision = try policy.decide(attempt, in: Situation())
guard case .refused(let refusal) = decision.outcome else { fatalError("not refused") }
print(refusal.code)
