/* Calls every function with each argument that a caller can get wrong, and expects the result that linkpolicy.h documents. */
#include <linkpolicy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int count, wrong;

static void expect(int is_right, const char *what, int line) {
  count++;
  if (is_right) return;
  wrong++;
  printf("misuse.c:%d: %s\n", line, what);
}
#define EXPECT(what) expect((what), #what, __LINE__)

/* The bytes of address space that this process has. */
static size_t used(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%lu", &pages) != 1) exit(2);
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* AddressSanitizer reserves address space of its own. */
static int is_sanitized(void) {
#ifdef __SANITIZE_ADDRESS__
  return 1;
#else
  return 0;
#endif
}

static const uint8_t *bytes(const char *text) { return (const uint8_t *)text; }

/* Whether the library answers a request with an error that has this code. */
static int has_code(lp_policy policy, const char *request, size_t size, const char *code) {
  lp_text answer = {NULL, 0};
  char wanted[64];
  snprintf(wanted, sizeof wanted, "\"error\":{\"code\":\"%s\"", code);
  if (lp_answer(policy, bytes(request), size, 0, &answer) != LP_OK) return 0;
  int found = strstr(answer.bytes, wanted) != NULL && answer.bytes[answer.count] == 0 && strlen(answer.bytes) == answer.count &&
              answer.bytes[answer.count - 1] == '\n';
  lp_text_free(&answer);
  return found && answer.bytes == NULL && answer.count == 0;
}

static void policies(void) {
  lp_policy policy = 0;
  lp_text text = {NULL, 0};
  EXPECT(strcmp(lp_version(), "0.9.0") == 0);
  EXPECT(lp_policy_shipped(NULL, &policy) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_shipped("firebase", NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_shipped("nobody", &policy) == LP_NOT_FOUND);
  EXPECT(lp_policy_shipped("", &policy) == LP_NOT_FOUND);
  EXPECT(lp_policy_shipped("\xff\xfe", &policy) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_load(NULL, 4, &policy, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_load(bytes("junk"), (size_t)-1, &policy, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_load(bytes("junk"), 4, NULL, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_load(bytes("junk"), 4, &policy, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_load(bytes("junk"), 4, &policy, &text) == LP_REJECTED);
  EXPECT(strstr(text.bytes, "\"code\":\"invalid-image\"") != NULL);
  lp_text_free(&text);
  EXPECT(lp_policy_load(NULL, 0, &policy, &text) == LP_REJECTED);
  lp_text_free(&text);

  const char *broken = "linkpolicy: 1\nname: broken\nextends: firebase\nnonsense: 1\n";
  EXPECT(lp_policy_compile(NULL, 1, "a.yaml", &policy, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_compile(bytes(broken), strlen(broken), NULL, &policy, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_compile(bytes(broken), (size_t)-1, "a.yaml", &policy, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_compile(bytes(broken), strlen(broken), "a.yaml", &policy, &text) == LP_REJECTED);
  EXPECT(strstr(text.bytes, "\"code\":\"unknown-key\"") && strstr(text.bytes, "\"file\":\"a.yaml\",\"line\":4,\"column\":1"));
  lp_text_free(&text);
  EXPECT(lp_policy_compile(bytes("\xff\xfe"), 2, "a.yaml", &policy, &text) == LP_REJECTED);
  lp_text_free(&text);
  EXPECT(policy == 0);
  EXPECT(lp_policy_compile(bytes(broken), strlen(broken) - strlen("nonsense: 1\n"), "a.yaml", &policy, &text) == LP_OK);
  EXPECT(lp_policy_about(policy, &text) == LP_OK && strncmp(text.bytes, "{\"name\":\"broken\",\"digest\":\"", 27) == 0);
  lp_text_free(&text);
  EXPECT(lp_policy_about(policy, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_free(policy) == LP_OK);
  lp_text_free(NULL);
  lp_text_free(&text);
}

static void records(void) {
  lp_policy policy = 0, recording = 0;
  const uint8_t *key = bytes("not a key: 32 bytes of a manual.");
  const char *request = "{\"id\":1,\"decide\":{\"attempt\":{\"action\":\"sign-in\",\"provider\":\"google.com\",\"subject\":\"g1\"},"
                        "\"answers\":{\"credential\":\"u1\",\"method\":\"enabled\",\"accounts\":[{\"id\":\"u1\",\"email\":null,\"verified\":false,"
                        "\"methods\":[{\"provider\":\"google.com\",\"subject\":\"g1\"}],\"state\":\"active\",\"version\":3}]}"
                        ",\"record\":{\"time\":\"t\",\"correlation\":\"c\"}}}";
  const char *silent = "{\"decide\":{\"attempt\":{\"action\":\"sign-in\",\"provider\":\"google.com\",\"subject\":\"g1\"},\"answers\":{}}}";
  lp_text text = {NULL, 0};
  EXPECT(lp_policy_shipped("firebase", &policy) == LP_OK);
  EXPECT(lp_policy_recording(policy, key, 31, &recording) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_recording(policy, key, 0, &recording) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_recording(policy, NULL, 32, &recording) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_recording(policy, key, (size_t)-1, &recording) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_recording(policy, key, 65537, &recording) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_recording(policy, key, (size_t)1 << 40, &recording) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_recording(policy, key, 32, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_policy_recording(0, key, 32, &recording) == LP_INVALID_HANDLE && recording == 0);
  EXPECT(lp_policy_recording(policy, key, 32, &recording) == LP_OK && recording != 0 && recording != policy);
  EXPECT(lp_policy_free(policy) == LP_OK);
  EXPECT(lp_answer(recording, bytes(request), strlen(request), 0, &text) == LP_OK);
  /* HMAC-SHA256 of "u1", by `openssl dgst -sha256 -hmac`. */
  EXPECT(strstr(text.bytes, "\"account\":{\"keyed\":\"a0dbba7b7d3f7703a57ac32d4c59beb1f0d3658e480f1b0f6a1e1be5e4d93964\",\"version\":3}") != NULL);
  lp_text_free(&text);
  EXPECT(has_code(recording, silent, strlen(silent), "malformed"));
  EXPECT(lp_policy_recording(recording, NULL, 0, &policy) == LP_OK);
  EXPECT(lp_answer(policy, bytes(request), strlen(request), 0, &text) == LP_OK);
  EXPECT(strstr(text.bytes, "\"account\":{\"id\":\"u1\",\"version\":3}") != NULL);
  lp_text_free(&text);
  EXPECT(lp_policy_free(recording) == LP_OK && lp_policy_free(policy) == LP_OK);
}

static void answers(void) {
  lp_policy policy = 0;
  lp_text text = {NULL, 0};
  EXPECT(lp_policy_shipped("firebase", &policy) == LP_OK && policy != 0);
  EXPECT(lp_answer(policy, NULL, 1, 0, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_answer(policy, bytes("{}"), (size_t)-1, 0, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_answer(policy, bytes("{}"), 2, 0, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_answer(policy, bytes("{}"), 2, 8, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_answer_lines(policy, NULL, 1, 0, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_answer_lines(policy, bytes("{}"), 2, 8, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_answer_lines(policy, bytes("{}"), 2, 0, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(text.bytes == NULL);
  const char *malformed[] = {"", " ", "\n", "\xff", "{", "[]", "{\"id\":1}", "{\"id\":1,\"decide\":{\"attempt\":17}}",
                             "{\"id\":1,\"lookup\":{\"attempt\":{\"action\":\"reload\"},\"more\":1}}", "{\"id\":1,\"claims\":{}}",
                             "{\"id\":\"\\ud800\",\"decide\":{}}"};
  for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
    EXPECT(has_code(policy, malformed[i], strlen(malformed[i]), "malformed"));
  EXPECT(has_code(policy, "\0\0\0", 3, "malformed"));
  const char *unanswered = "{\"decide\":{\"attempt\":{\"action\":\"sign-in\",\"provider\":\"google.com\",\"subject\":\"g\"}}}";
  EXPECT(has_code(policy, unanswered, strlen(unanswered), "unanswered"));
  const char *expired =
      "{\"claims\":{\"mapping\":\"google\",\"payload\":\"{\\\"iss\\\":\\\"https://accounts.google.com\\\",\\\"aud\\\":\\\"a\\\","
      "\\\"exp\\\":1,\\\"sub\\\":\\\"g\\\"}\",\"audiences\":[\"a\"],\"time\":100,\"nonce\":\"not-sent\"}}";
  EXPECT(has_code(policy, expired, strlen(expired), "claims"));
  /* The line is not read, and not all of it is there. */
  EXPECT(has_code(policy, unanswered, 10, "malformed"));
  size_t size = 100u << 20;
  char *huge = malloc(size);
  memset(huge, ' ', size);
  huge[0] = '{';
  EXPECT(has_code(policy, huge, size, "malformed"));
  EXPECT(lp_answer_lines(policy, bytes(huge), size, 0, &text) == LP_OK && text.count > 0);
  lp_text_free(&text);
  /* A long line between others, without a line feed at the end. */
  memset(huge, '\n', 3);
  huge[3] = '{';
  huge[size - 3] = '\n';
  huge[size - 2] = '{';
  EXPECT(lp_answer_lines(policy, bytes(huge), size, 0, &text) == LP_OK && strstr(text.bytes, "longer than 16777216"));
  EXPECT(strchr(text.bytes, '\n') != text.bytes + text.count - 1 && strchr(strchr(text.bytes, '\n') + 1, '\n') == text.bytes + text.count - 1);
  lp_text_free(&text);
  free(huge);
  EXPECT(lp_answer_lines(policy, bytes("\n \n"), 3, 0, &text) == LP_OK && text.count == 0 && text.bytes[0] == 0);
  lp_text_free(&text);
  EXPECT(lp_policy_free(policy) == LP_OK);
}

static void tables(void) {
  lp_policy policy = 0;
  lp_table table = 0;
  lp_text text = {NULL, 0};
  EXPECT(lp_policy_shipped("firebase", &policy) == LP_OK);
  EXPECT(lp_table_make(policy, NULL, "federated", &table, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_make(policy, "sign-in", "federated", NULL, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_make(policy, "sign-in", "federated", &table, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_make(policy, "sign-in", "\xff", &table, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_make(policy, "sign-in", "none", &table, &text) == LP_REJECTED && text.count > 2);
  lp_text_free(&text);
  EXPECT(lp_table_make(policy, "fly", NULL, &table, &text) == LP_REJECTED && strstr(text.bytes, "not-offered"));
  lp_text_free(&text);
  EXPECT(lp_table_make(policy, "sign-in", "federated", &table, &text) == LP_OK);
  EXPECT(lp_table_columns(table, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_columns(table, &text) == LP_OK);
  size_t columns = 0;
  for (char *at = text.bytes; (at = strstr(at, "\"fact\":")); at++) columns++;
  lp_text_free(&text);
  EXPECT(columns > 3 && columns < 64);
  uint16_t zeros[2] = {0, 0}, high[2] = {0, UINT16_MAX};
  const uint16_t *given[64];
  uint32_t results[2] = {7, 7};
  for (size_t i = 0; i < columns; i++) given[i] = zeros;
  EXPECT(lp_table_decide(table, given, columns, 2, results, &text) == LP_OK && results[0] == results[1]);
  EXPECT(lp_table_answer(table, results[0], &text) == LP_OK && text.bytes[0] == '{');
  lp_text_free(&text);
  EXPECT(lp_table_answer(table, UINT32_MAX, &text) == LP_NOT_FOUND);
  EXPECT(lp_table_answer(table, 0, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_decide(table, given, columns - 1, 2, results, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_decide(table, NULL, columns, 2, results, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_decide(table, given, columns, 2, NULL, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_decide(table, given, columns, (size_t)-1, results, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_decide(table, given, columns, 1u << 30, results, &text) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_decide(table, given, columns, 2, results, NULL) == LP_INVALID_ARGUMENT);
  EXPECT(lp_table_decide(table, given, columns, 0, NULL, &text) == LP_OK);
  given[1] = NULL;
  EXPECT(lp_table_decide(table, given, columns, 2, results, &text) == LP_INVALID_ARGUMENT);
  given[1] = high;
  EXPECT(lp_table_decide(table, given, columns, 2, results, &text) == LP_REJECTED && strstr(text.bytes, "not-offered"));
  lp_text_free(&text);

  /* A handle of the other type, a freed one, and one that was never given out. */
  EXPECT(lp_answer(table, bytes("{}"), 2, 0, &text) == LP_INVALID_HANDLE);
  EXPECT(lp_policy_about(table, &text) == LP_INVALID_HANDLE);
  EXPECT(lp_policy_free(table) == LP_INVALID_HANDLE);
  EXPECT(lp_table_columns(policy, &text) == LP_INVALID_HANDLE);
  EXPECT(lp_table_decide(policy, given, columns, 2, results, &text) == LP_INVALID_HANDLE);
  EXPECT(lp_table_answer(policy, 0, &text) == LP_INVALID_HANDLE);
  EXPECT(lp_table_free(policy) == LP_INVALID_HANDLE);
  EXPECT(lp_policy_free(policy) == LP_OK);
  given[1] = zeros;
  EXPECT(lp_table_decide(table, given, columns, 2, results, &text) == LP_OK);
  EXPECT(lp_table_free(table) == LP_OK);
  EXPECT(lp_policy_free(policy) == LP_INVALID_HANDLE);
  EXPECT(lp_table_free(table) == LP_INVALID_HANDLE);
  EXPECT(lp_table_answer(table, 0, &text) == LP_INVALID_HANDLE);
  lp_policy strangers[] = {0, 1, 42, UINT32_MAX, UINT64_MAX, policy + 1, policy ^ (1ull << 40)};
  for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
    EXPECT(lp_answer(strangers[i], bytes("{}"), 2, 0, &text) == LP_INVALID_HANDLE);
    EXPECT(lp_answer_lines(strangers[i], bytes("{}"), 2, 0, &text) == LP_INVALID_HANDLE);
    EXPECT(lp_table_make(strangers[i], "sign-in", NULL, &table, &text) == LP_INVALID_HANDLE);
  }
  EXPECT(text.bytes == NULL);
}

/* Lengths that no text has are refused before anything is read: the texts here have 2 bytes. */
static void lengths(void) {
  lp_policy policy = 0, made = 0;
  lp_text text = {NULL, 0};
  size_t wrong_lengths[] = {(size_t)LP_LONGEST + 1, (size_t)1 << 40, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX};
  EXPECT(lp_policy_shipped("firebase", &policy) == LP_OK);
  for (size_t i = 0; i < sizeof wrong_lengths / sizeof *wrong_lengths; i++) {
    EXPECT(lp_policy_load(bytes("{}"), wrong_lengths[i], &made, &text) == LP_INVALID_ARGUMENT);
    EXPECT(lp_policy_compile(bytes("{}"), wrong_lengths[i], "a.yaml", &made, &text) == LP_INVALID_ARGUMENT);
    EXPECT(lp_answer(policy, bytes("{}"), wrong_lengths[i], 0, &text) == LP_INVALID_ARGUMENT);
    EXPECT(lp_answer_lines(policy, bytes("{}"), wrong_lengths[i], 0, &text) == LP_INVALID_ARGUMENT);
    EXPECT(text.bytes == NULL && made == 0);
  }
  /* Too long for an image or a policy: refused with a finding, unread. */
  EXPECT(lp_policy_load(bytes("{}"), LP_LONGEST, &made, &text) == LP_REJECTED && strstr(text.bytes, "has 1073741824 bytes"));
  lp_text_free(&text);
  EXPECT(lp_policy_compile(bytes("{}"), LP_LONGEST, "a.yaml", &made, &text) == LP_REJECTED);
  EXPECT(strstr(text.bytes, "\"code\":\"yaml-byte-limit\"") && strstr(text.bytes, "\"file\":\"a.yaml\",\"line\":1,\"column\":1"));
  lp_text_free(&text);
  /* Less memory than a copy of the lines needs: the library copies one line at a time. */
  size_t size = (size_t)256 << 20;
  char *lines = malloc(size);
  memset(lines, '\n', size);
  memcpy(lines + size - 3, "{}\n", 3);
  struct rlimit before, less;
  getrlimit(RLIMIT_AS, &before);
  less = before;
  less.rlim_cur = used() + (128 << 20);
  if (!is_sanitized()) setrlimit(RLIMIT_AS, &less);
  EXPECT(lp_answer_lines(policy, bytes(lines), size, 0, &text) == LP_OK && strstr(text.bytes, "malformed"));
  setrlimit(RLIMIT_AS, &before);
  lp_text_free(&text);
  free(lines);
  EXPECT(lp_policy_free(policy) == LP_OK);
}

static void limits(void) {
  enum { MOST = 16384 };
  static lp_policy all[MOST];
  lp_policy more = 0;
  int given = 0;
  while (given < MOST && lp_policy_shipped("hardened", &all[given]) == LP_OK) given++;
  EXPECT(given == MOST);
  EXPECT(lp_policy_shipped("hardened", &more) == LP_TOO_MANY_HANDLES && more == 0);
  for (int i = 0; i < MOST; i++) EXPECT(lp_policy_free(all[i]) == LP_OK);
  EXPECT(lp_policy_shipped("hardened", &more) == LP_OK && more != all[0]);
  EXPECT(lp_policy_free(all[0]) == LP_INVALID_HANDLE);
  EXPECT(lp_policy_free(more) == LP_OK);
}

int main(void) {
  policies();
  records();
  answers();
  tables();
  lengths();
  limits();
  printf("%d calls checked, %d wrong\n", count, wrong);
  return wrong != 0;
}
