#include <stddef.h>
#include <stdint.h>

// What libFuzzer offers to a mutator of ours: its own mutations of bytes, with its dictionary.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
