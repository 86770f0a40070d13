#ifndef LINKPOLICY_FORKS_H
#define LINKPOLICY_FORKS_H

/*
 * Marks the beginning and the end of a call of the library. A fork waits until the calls of other threads have ended, and calls that begin
 * meanwhile wait for the fork.
 */
void linkpolicy_call_begin(void);
void linkpolicy_call_end(void);

#endif
