/* A signal handler forks wherever it interrupts the calls of its own thread: forks COUNT. Neither a fork nor a call in the child waits for
   the interrupted call. */
#include <linkpolicy.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t forks, wrong;

static void handle(int signal) {
  (void)signal;
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(lp_policy_free(0) != LP_INVALID_HANDLE);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) wrong++;
  forks++;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  int count = atoi(argv[1]);
  struct sigaction action = {.sa_handler = handle};
  if (sigaction(SIGVTALRM, &action, NULL) != 0) return 1;
  /* In the processor time of the process, so that the calls always go on between two signals. */
  struct itimerval timer = {{0, 300}, {0, 300}};
  if (setitimer(ITIMER_VIRTUAL, &timer, NULL) != 0) return 1;
  alarm(120);
  long calls = 0;
  for (; forks < count; calls++)
    if (lp_policy_free(0) != LP_INVALID_HANDLE) wrong++;
  memset(&timer, 0, sizeof timer);
  setitimer(ITIMER_VIRTUAL, &timer, NULL);
  printf("%d forks in %s calls, %d wrong\n", (int)forks, calls > count ? "more" : "fewer", (int)wrong);
  return wrong != 0 || calls <= count;
}
