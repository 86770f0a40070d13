/* Decides one sign-in, from the lookup to the change set. */
#include <linkpolicy.h>
#include <stdio.h>
#include <string.h>

static int ask(lp_policy policy, const char *request) {
  lp_text answer;
  if (lp_answer(policy, (const uint8_t *)request, strlen(request), 0, &answer) != LP_OK) return 1;
  fputs(answer.bytes, stdout);
  lp_text_free(&answer);
  return 0;
}

int main(void) {
  const char *text = "linkpolicy: 1\nname: ours\nextends: firebase\n";
  lp_policy policy;
  lp_text findings;
  if (lp_policy_compile((const uint8_t *)text, strlen(text), "ours.yaml", &policy, &findings) != LP_OK) {
    fputs(findings.bytes, stderr);
    lp_text_free(&findings);
    return 1;
  }
  /* The rows to fetch, then the decision about what the store has: nobody holds the credential. */
  int failed = ask(policy, "{\"id\":1,\"lookup\":{\"attempt\":{\"action\":\"sign-in\",\"provider\":\"google.com\",\"subject\":\"g1\"}}}");
  failed |= ask(
      policy,
      "{\"id\":2,\"decide\":{\"attempt\":{\"action\":\"sign-in\",\"provider\":\"google.com\",\"subject\":\"g1\"},"
      "\"answers\":{\"credential\":null,\"method\":\"enabled\"},\"fields\":[\"outcome\",\"effects\"]}}");
  return lp_policy_free(policy) != LP_OK || failed;
}
