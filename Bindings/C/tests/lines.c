/* Answers the lines of a file: lines MODE POLICY FILE [ROUNDS]. MODE is `each`, one call for each line, or `whole`, one for all lines. A
   POLICY that ends in `.yaml` is a file to compile, any other the name of a shipped one. With ROUNDS, everything is done that often and only the last answers are printed: two numbers of rounds show what leaks. */
#include <linkpolicy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  *size = ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(*size + 1);
  if (fread(bytes, 1, *size, file) != *size) exit(2);
  fclose(file);
  return bytes;
}

static lp_policy load(const char *name) {
  lp_policy policy = 0;
  size_t length = strlen(name), size;
  if (length < 5 || strcmp(name + length - 5, ".yaml") != 0) {
    if (lp_policy_shipped(name, &policy) != LP_OK) exit(1);
    return policy;
  }
  lp_text findings;
  uint8_t *text = read_file(name, &size);
  if (lp_policy_compile(text, size, name, &policy, &findings) != LP_OK) exit(1);
  free(text);
  return policy;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  size_t size;
  uint8_t *lines = read_file(argv[3], &size);
  int rounds = argc > 4 ? atoi(argv[4]) : 1;
  for (int round = 1; round <= rounds; round++) {
    lp_policy policy = load(argv[2]);
    lp_table table;
    lp_text text, findings;
    if (lp_table_make(policy, "sign-in", "federated", &table, &findings) != LP_OK) return 1;
    if (strcmp(argv[1], "whole") == 0) {
      if (lp_answer_lines(policy, lines, size, 0, &text) != LP_OK) return 1;
      if (round == rounds) fwrite(text.bytes, 1, text.count, stdout);
      lp_text_free(&text);
    } else {
      for (uint8_t *at = lines, *end; at < lines + size; at = end + 1) {
        end = memchr(at, '\n', lines + size - at);
        if (!end) end = lines + size;
        if (lp_answer(policy, at, end - at, 0, &text) != LP_OK) return 1;
        if (round == rounds) fwrite(text.bytes, 1, text.count, stdout);
        lp_text_free(&text);
      }
    }
    if (lp_table_free(table) != LP_OK || lp_policy_free(policy) != LP_OK) return 1;
  }
  free(lines);
  return 0;
}
