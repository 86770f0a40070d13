#include "allocations.h"
#include <stdlib.h>

/* Only glibc lets its allocator be wrapped by name. */
#if defined(__GLIBC__)
static unsigned long count;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count++;
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : 12;
}

unsigned long allocations(void) { return count; }
#else
unsigned long allocations(void) { return 0; }
#endif
