// The functions of numbers that compilers and the standard library of Swift expect.
#include <stddef.h>
#include <stdint.h>

typedef union {
  __int128 all;
  struct {
    uint64_t low, high;
  } half;
} wide;

// The product of two integers of 128 bits.
__int128 __multi3(__int128 a, __int128 b) {
  wide x = {.all = a}, y = {.all = b}, result;
  uint64_t a0 = x.half.low & 0xffffffff, a1 = x.half.low >> 32, b0 = y.half.low & 0xffffffff, b1 = y.half.low >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xffffffff);
  result.half.low = (other << 32) | (low & 0xffffffff);
  result.half.high = a1 * b1 + (middle >> 32) + (other >> 32) + x.half.high * y.half.low + x.half.low * y.half.high;
  return result.all;
}

// The powers of ten that a double has exactly.
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Reads a number of the grammar of JSON to its end, which is what `Double(_: String)` calls. Of the claims of tokens only times are read as
// doubles. A number of at most 15 digits and a small exponent is exact; any other has an error of a few units in the last place.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  const char *at = text;
  int is_negative = *at == '-', exponent = 0, digits = 0;
  uint64_t value = 0;
  if (is_negative) at++;
  if (*at < '0' || *at > '9') return NULL;
  for (int is_fraction = 0;; at++) {
    if (*at == '.' && !is_fraction) {
      is_fraction = 1;
      continue;
    }
    if (*at < '0' || *at > '9') break;
    // Further digits only move the point.
    if (digits < 18) {
      value = value * 10 + (uint64_t)(*at - '0');
      if (value) digits++;
      exponent -= is_fraction;
    } else {
      exponent += !is_fraction;
    }
  }
  if (*at == 'e' || *at == 'E') {
    int written = 0, is_small = 0;
    at++;
    if (*at == '-' || *at == '+') is_small = *at++ == '-';
    if (*at < '0' || *at > '9') return NULL;
    for (; *at >= '0' && *at <= '9'; at++)
      if (written < 100000) written = written * 10 + (*at - '0');
    exponent += is_small ? -written : written;
  }
  double number = (double)value;
  if (value) {
    for (; exponent > 0 && number * 0 == 0; exponent -= exponent > 22 ? 22 : exponent) number *= powers[exponent > 22 ? 22 : exponent];
    for (; exponent < 0 && number != 0; exponent += exponent < -22 ? 22 : -exponent) number /= powers[exponent < -22 ? 22 : -exponent];
  }
  *result = is_negative ? -number : number;
  return at;
}
