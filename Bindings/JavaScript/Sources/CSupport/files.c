// libyaml can read and write files; the module has none, and no caller asks.
#include <stdio.h>

size_t fread(void *to, size_t size, size_t count, FILE *file) {
  (void)to, (void)size, (void)count, (void)file;
  __builtin_trap();
}
size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  (void)from, (void)size, (void)count, (void)file;
  __builtin_trap();
}
int ferror(FILE *file) {
  (void)file;
  __builtin_trap();
}
