#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H
/* The number of blocks allocated so far by this process; 0 where that is not known. */
unsigned long allocations(void);
#endif
