#pragma once
#include <stddef.h>
typedef struct lp_no_file FILE;
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int ferror(FILE *);
