/* The C standard alone has no nanosleep. */
#define _POSIX_C_SOURCE 200809L

#include "forks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* The Swift runtime locks its tables of types while it fills them. A child that was forked at that moment would wait forever for a thread
   that it does not have. */

static atomic_int calls, forks;
/* A signal handler may fork while its own thread is in a call. */
static _Thread_local int own_calls;

static void wait_briefly(void) {
  struct timespec time = {.tv_nsec = 50000};
  nanosleep(&time, NULL);
}

void linkpolicy_call_begin(void) {
  for (;;) {
    atomic_fetch_add(&calls, 1);
    if (own_calls > 0 || atomic_load(&forks) == 0) break;
    atomic_fetch_sub(&calls, 1);
    while (atomic_load(&forks) > 0) wait_briefly();
  }
  own_calls++;
}

void linkpolicy_call_end(void) {
  own_calls--;
  atomic_fetch_sub(&calls, 1);
}

static void before_fork(void) {
  atomic_fetch_add(&forks, 1);
  while (atomic_load(&calls) > own_calls) wait_briefly();
}

static void in_parent(void) { atomic_fetch_sub(&forks, 1); }

static void in_child(void) {
  atomic_store(&calls, own_calls);
  atomic_store(&forks, 0);
}

/* When the library is loaded, since the first call may be the one that a fork meets. */
__attribute__((constructor)) static void register_handlers(void) { pthread_atfork(before_fork, in_parent, in_child); }
