/* The C standard alone has no nanosleep. */
#define _POSIX_C_SOURCE 200809L

#include "forks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* The Swift runtime locks its tables of types while it fills them. A child that was forked at that moment would wait forever for a thread
   that it does not have. */

/* The running calls of a thread. Each thread has a counter of its own, because a signal handler that forks must leave out the calls of the
   thread that it interrupts, wherever it interrupts them. */
typedef struct counter {
  atomic_int calls;
  atomic_int is_taken;
  struct counter *next;
} counter;

/* Counters are never freed; those of threads that have ended are taken again. */
static _Atomic(counter *) counters;
/* Threads for which there was no memory share this counter. */
static counter shared = {.is_taken = 1};
static _Thread_local counter *own;

/* The forks that are in progress, and those of this thread. */
static atomic_int forks;
static _Thread_local int own_forks;

static pthread_key_t ending;

static void wait_briefly(void) {
  struct timespec time = {.tv_nsec = 50000};
  nanosleep(&time, NULL);
}

static void give_back(void *ended) {
  own = NULL;
  atomic_store(&((counter *)ended)->is_taken, 0);
}

static counter *add_counter(void) {
  counter *added = calloc(1, sizeof *added);
  if (added == NULL) return &shared;
  atomic_store(&added->is_taken, 1);
  added->next = atomic_load(&counters);
  while (!atomic_compare_exchange_weak(&counters, &added->next, added)) {
  }
  return added;
}

static counter *own_counter(void) {
  if (own != NULL) return own;
  counter *found = atomic_load(&counters);
  for (; found != NULL; found = found->next) {
    int no = 0;
    if (atomic_compare_exchange_strong(&found->is_taken, &no, 1)) break;
  }
  if (found == NULL) found = add_counter();
  if (found == &shared) return found;
  if (pthread_setspecific(ending, found) != 0) {
    /* The end of the thread could not give the counter back. */
    atomic_store(&found->is_taken, 0);
    return &shared;
  }
  return own = found;
}

void linkpolicy_call_begin(void) {
  counter *mine = own_counter();
  /* A call inside another, as of a signal handler, cannot wait for a fork that waits for the other. */
  while (atomic_fetch_add(&mine->calls, 1) == 0 && atomic_load(&forks) > own_forks) {
    atomic_fetch_sub(&mine->calls, 1);
    while (atomic_load(&forks) > own_forks) wait_briefly();
  }
}

void linkpolicy_call_end(void) { atomic_fetch_sub(&own_counter()->calls, 1); }

static void wait_for(counter *other) {
  while (other != own && atomic_load(&other->calls) > 0) wait_briefly();
}

static void before_fork(void) {
  own_forks++;
  atomic_fetch_add(&forks, 1);
  for (counter *each = atomic_load(&counters); each != NULL; each = each->next) wait_for(each);
  wait_for(&shared);
}

static void in_parent(void) {
  atomic_fetch_sub(&forks, 1);
  own_forks--;
}

/* The child has this thread alone. */
static void in_child(void) {
  for (counter *each = atomic_load(&counters); each != NULL; each = each->next) {
    if (each == own) continue;
    atomic_store(&each->calls, 0);
    atomic_store(&each->is_taken, 0);
  }
  atomic_store(&shared.calls, 0);
  own_forks--;
  atomic_store(&forks, own_forks);
}

/* When the library is loaded, since the first call may be the one that a fork meets. */
__attribute__((constructor)) static void register_handlers(void) {
  pthread_key_create(&ending, give_back);
  pthread_atfork(before_fork, in_parent, in_child);
}
