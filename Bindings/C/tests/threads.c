/* Eight threads share a policy and make their own, while one frees and replaces what all use, and forks: threads FILE ROUNDS. Each answer
   must be that of a single thread. */
#include <linkpolicy.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 8 };
static char *lines[4096];
static lp_text expected[4096];
static int line_count, rounds;
static lp_policy lasting;
static _Atomic lp_policy replaced;
static atomic_int wrong, answered, missed, is_over;

/* Counts an unexpected result, and says where it was seen. */
static void report(const char *place, int line, int result) {
  fprintf(stderr, "threads: %s, line %d: %d\n", place, line, result);
  wrong++;
}

static int is_same(lp_policy policy, int line) {
  lp_text text;
  int result = lp_answer(policy, (uint8_t *)lines[line], strlen(lines[line]), 0, &text);
  if (result == LP_INVALID_HANDLE) return -1;
  if (result != LP_OK) return 0;
  int is_right = text.count == expected[line].count && memcmp(text.bytes, expected[line].bytes, text.count) == 0;
  lp_text_free(&text);
  return is_right;
}

static void *work(void *argument) {
  for (int round = 0; round < rounds; round++) {
    lp_policy own;
    int opened = lp_policy_shipped("firebase", &own);
    if (opened != LP_OK) report("opening an own policy", 0, opened);
    for (int line = 0; line < line_count; line++) {
      int same = is_same(lasting, line);
      if (same != 1) report("the lasting policy", line, same);
      same = is_same(own, line);
      if (same != 1) report("an own policy", line, same);
      int result = is_same(replaced, line);
      if (result == 0) report("the replaced policy", line, result);
      if (result == -1) missed++;
      answered++;
    }
    int freed = lp_policy_free(own);
    if (freed != LP_OK) report("freeing an own policy", 0, freed);
  }
  return argument;
}

static void *replace(void *argument) {
  while (!is_over) {
    lp_policy new;
    int opened = lp_policy_shipped("firebase", &new);
    if (opened != LP_OK) report("opening a new policy", 0, opened);
    int freed = lp_policy_free(atomic_exchange(&replaced, new));
    if (freed != LP_OK) report("freeing the replaced policy", 0, freed);
  }
  return argument;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  rounds = atoi(argv[2]);
  FILE *file = fopen(argv[1], "r");
  if (!file) return 2;
  size_t room = 0;
  char *line = NULL;
  ssize_t size;
  while (line_count < 4096 && (size = getline(&line, &room, file)) > 0) {
    line[strcspn(line, "\n")] = 0;
    lines[line_count++] = strdup(line);
  }
  free(line);
  fclose(file);
  lp_policy first;
  if (lp_policy_shipped("firebase", &lasting) != LP_OK || lp_policy_shipped("firebase", &first) != LP_OK) return 1;
  replaced = first;
  for (int i = 0; i < line_count; i++)
    if (lp_answer(lasting, (uint8_t *)lines[i], strlen(lines[i]), 0, &expected[i]) != LP_OK) return 1;
  pthread_t threads[THREADS], replacing;
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, NULL);
  pthread_create(&replacing, NULL, replace, NULL);
  /* In the middle of the calls of the others. */
  int forks = 0;
  for (; forks < 20; forks++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(20);
      for (int i = 0; i < line_count; i++)
        if (is_same(lasting, i) != 1) _exit(1);
      lp_policy own;
      _exit(lp_policy_shipped("firebase", &own) != LP_OK || is_same(own, 0) != 1 || lp_policy_free(own) != LP_OK);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) report("forking", forks, child);
    else if (status != 0) report("a child, by its status", forks, status);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  is_over = 1;
  pthread_join(replacing, NULL);
  for (int i = 0; i < line_count; i++) {
    free(lines[i]);
    lp_text_free(&expected[i]);
  }
  lp_policy_free(lasting);
  lp_policy_free(replaced);
  printf("%d lines in %d threads, %d handles freed before their call, %d forks, %d wrong\n", answered, THREADS, missed, forks, wrong);
  return wrong != 0;
}
