// The functions of C that Swift and libyaml call: memory and a few of strings. The module imports nothing.
//
// Memory is handed out in pages of 64 KiB. A page holds blocks of one size; a block of more than half a page has pages of its own. The
// table has one byte for each page, so blocks need no headers, and freed memory of a size is used again for that size.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 65536u
#define PAGES 65536u
// Block sizes: 16, 32, 48, 64, and then four for each doubling up to 32 KiB.
#define CLASSES 40u
enum { UNUSED = 0, FIRST_CLASS = 1, LARGE = 100, LARGE_REST = 101, FOREIGN = 102 };

extern unsigned char __heap_base;

typedef struct block {
  struct block *next;
} block;

static unsigned char table[PAGES];
static block *available[CLASSES];
// The part of a class's newest page that was never handed out.
static uintptr_t fresh[CLASSES], fresh_end[CLASSES];
// The first page of the heap, and the first that the memory does not have yet.
static size_t heap, end;

static size_t class_size(size_t class) {
  return class < 4 ? (class + 1) * 16 : (size_t)(5 + class % 4) << (4 + (class - 4) / 4);
}

static size_t class_of(size_t size) {
  if (size <= 64) return size ? (size - 1) / 16 : 0;
  size_t top = 31u - (size_t)__builtin_clz((unsigned)(size - 1));
  return 4 + (top - 6) * 4 + (((size - 1) >> (top - 2)) & 3);
}

// Returns pages that follow each other, or 0 if the memory is full.
static size_t take_pages(size_t count) {
  if (!heap) heap = end = ((uintptr_t)&__heap_base + PAGE - 1) / PAGE;
  size_t run = 0;
  for (size_t page = heap; page < end; page++) {
    run = table[page] == UNUSED ? run + 1 : 0;
    if (run == count) return page + 1 - count;
  }
  size_t first = end - run, needed = first + count;
  size_t had = __builtin_wasm_memory_size(0);
  if (needed > PAGES) return 0;
  if (needed > had && __builtin_wasm_memory_grow(0, needed - had) == (size_t)-1) return 0;
  end = needed;
  return first;
}

static void *take_large(size_t size) {
  size_t count = size / PAGE + (size % PAGE != 0), first = take_pages(count);
  if (!first) return NULL;
  table[first] = LARGE;
  for (size_t page = first + 1; page < first + count; page++) table[page] = LARGE_REST;
  return (void *)(first * PAGE);
}

void *malloc(size_t size) {
  if (size > PAGE / 2) return take_large(size);
  size_t class = class_of(size), bytes = class_size(class);
  block *found = available[class];
  if (found) {
    available[class] = found->next;
    return found;
  }
  if (fresh_end[class] - fresh[class] < bytes) {
    size_t page = take_pages(1);
    if (!page) return NULL;
    table[page] = (unsigned char)(FIRST_CLASS + class);
    fresh[class] = page * PAGE;
    fresh_end[class] = fresh[class] + PAGE;
  }
  uintptr_t result = fresh[class];
  fresh[class] += bytes;
  return (void *)result;
}

static size_t large_pages(size_t page) {
  size_t count = 1;
  while (page + count < end && table[page + count] == LARGE_REST) count++;
  return count;
}

void free(void *memory) {
  if (!memory) return;
  size_t page = (uintptr_t)memory / PAGE;
  if (table[page] == LARGE) {
    size_t count = large_pages(page);
    memset(&table[page], UNUSED, count);
  } else {
    size_t class = table[page] - FIRST_CLASS;
    block *freed = memory;
    freed->next = available[class];
    available[class] = freed;
  }
}

// Blocks whose size is a power of two are aligned to it, because a page is.
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment > 16) {
    if (alignment > PAGE) return 22;
    size_t needed = alignment;
    while (needed < size && needed <= PAGE) needed *= 2;
    if (needed > size) size = needed;
  }
  *memory = malloc(size);
  return *memory ? 0 : 12;
}

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  void *result = malloc(bytes);
  return result ? memset(result, 0, bytes) : NULL;
}

void *realloc(void *memory, size_t size) {
  if (!memory) return malloc(size);
  size_t page = (uintptr_t)memory / PAGE;
  size_t had = table[page] == LARGE ? large_pages(page) * PAGE : class_size(table[page] - FIRST_CLASS);
  if (size <= had) return memory;
  void *result = malloc(size);
  if (!result) return NULL;
  memcpy(result, memory, had);
  free(memory);
  return result;
}

void *memset(void *to, int byte, size_t count) {
  unsigned char *t = to;
  if (count >= 64) return __builtin_memset(to, byte, count);
  while (count--) *t++ = (unsigned char)byte;
  return to;
}

typedef uint64_t __attribute__((aligned(1), may_alias)) word;

void *memcpy(void *to, const void *from, size_t count) {
  if (count >= 128) return __builtin_memcpy(to, from, count);
  unsigned char *t = to;
  const unsigned char *f = from;
  for (; count >= 8; count -= 8, t += 8, f += 8) *(word *)t = *(const word *)f;
  while (count--) *t++ = *f++;
  return to;
}

void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (; count >= 8 && *(const word *)x == *(const word *)y; count -= 8, x += 8, y += 8) {}
  for (; count; count--, x++, y++)
    if (*x != *y) return *x - *y;
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

int strncmp(const char *a, const char *b, size_t count) {
  for (; count; count--, a++, b++)
    if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
  return 0;
}

int strcmp(const char *a, const char *b) { return strncmp(a, b, (size_t)-1); }

char *strdup(const char *text) {
  size_t count = strlen(text) + 1;
  char *copy = malloc(count);
  return copy ? memcpy(copy, text, count) : NULL;
}

// The seed of hash tables: constant, because no output depends on their order.
void arc4random_buf(void *to, size_t count) { memset(to, 0x5A, count); }

// Swift writes its last words by this before it traps; there is nobody to read them.
int putchar(int byte) { return byte; }
