#ifndef EVENTS_H
#define EVENTS_H
#include <stddef.h>
/* The number of events that libyaml makes of a text; -1 where it cannot be read. */
long yaml_events(const unsigned char *bytes, size_t size);
#endif
