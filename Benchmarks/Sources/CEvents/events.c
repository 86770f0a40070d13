#include "events.h"
#include <yaml.h>

long yaml_events(const unsigned char *bytes, size_t size) {
  yaml_parser_t parser;
  yaml_event_t event;
  long count = 0;
  if (!yaml_parser_initialize(&parser)) return -1;
  yaml_parser_set_input_string(&parser, bytes, size);
  for (;;) {
    if (!yaml_parser_parse(&parser, &event)) {
      count = -1;
      break;
    }
    yaml_event_type_t type = event.type;
    yaml_event_delete(&event);
    count++;
    if (type == YAML_STREAM_END_EVENT) break;
  }
  yaml_parser_delete(&parser);
  return count;
}
