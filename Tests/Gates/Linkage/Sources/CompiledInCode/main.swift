// A program that compiles a policy made in code, and reads none.
import LinkPolicy
import LinkPolicyAuthoring

var document = PolicyDocument(name: Located("always"))
document.providers = [ProviderDeclaration(Located("own.example"), kinds: [Located("federated")])]
document.errors = [ErrorDeclaration(Located("closed"))]
var row = RowDeclaration(id: Located("closed"))
row.refusal = Located("closed")
document.decisions = [TableDeclaration(Located("sign-in.federated"), rows: [row])]

let policy = try Policy(document)
let attempt = Attempt(.signIn, with: Assertion(verified: "own.example", subject: "1"))
let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
let decision = try policy.decide(
  lookup.answered(
    credential: .nobody, addresses: [], session: .notAsked, target: .notAsked, code: .notAsked,
    method: .notAsked))
guard case .refused(let refusal) = decision.outcome else { fatalError("not refused") }
print(refusal.code)
