#include "flatten.h"
#include <stdbool.h>
#include <stdlib.h>

// Declared as in tree_sitter/api.h (ABI 13 and 14); the library itself comes
// with the grammars' Go module and is linked into the same program.
typedef struct {
  const void *tree;
  const void *id;
  uint32_t context[3];
} plumb_cursor;

extern plumb_cursor ts_tree_cursor_new(plumb_node);
extern void ts_tree_cursor_delete(plumb_cursor *);
extern plumb_node ts_tree_cursor_current_node(const plumb_cursor *);
extern uint16_t ts_tree_cursor_current_field_id(const plumb_cursor *);
extern bool ts_tree_cursor_goto_first_child(plumb_cursor *);
extern bool ts_tree_cursor_goto_next_sibling(plumb_cursor *);
extern bool ts_tree_cursor_goto_parent(plumb_cursor *);
extern uint16_t ts_node_symbol(plumb_node);
extern uint32_t ts_node_start_byte(plumb_node);
extern uint32_t ts_node_end_byte(plumb_node);
extern bool ts_node_is_named(plumb_node);
extern bool ts_node_is_missing(plumb_node);
extern const char *ts_node_type(plumb_node);

// Brackets, commas and the like say nothing that the named nodes do not.
static bool punctuation(const char *type) {
  if (type[0] == 0) return true;
  if (type[1] != 0) return false;
  switch (type[0]) {
  case '(': case ')': case '[': case ']': case '{': case '}':
  case ',': case ';': case '"': case '\'': case '`': case '\n':
    return true;
  }
  return false;
}

static bool push(flat_tree *out, uint32_t *room, flat_node n) {
  if (out->count == *room) {
    uint32_t more = *room ? *room * 2 : 4096;
    flat_node *grown = realloc(out->nodes, (size_t)more * sizeof(flat_node));
    if (!grown) return false;
    out->nodes = grown;
    *room = more;
  }
  out->nodes[out->count++] = n;
  return true;
}

flat_tree plumb_flatten(plumb_node root, uint32_t max_depth) {
  flat_tree out = {0};
  uint32_t room = 0, depth = 0;
  plumb_cursor c = ts_tree_cursor_new(root);
  for (;;) {
    plumb_node n = ts_tree_cursor_current_node(&c);
    bool named = ts_node_is_named(n), missing = ts_node_is_missing(n);
    uint16_t symbol = ts_node_symbol(n);
    bool error = missing || symbol == (uint16_t)-1;
    bool keep = named || error || !punctuation(ts_node_type(n));
    if (error) out.errors++;
    if (keep) {
      flat_node f = {ts_node_start_byte(n), ts_node_end_byte(n), depth, symbol,
                     ts_tree_cursor_current_field_id(&c),
                     (uint16_t)((named ? 1 : 0) | (error ? 2 : 0))};
      if (!push(&out, &room, f)) {
        out.failed = 1;
        break;
      }
    }
    if (keep && depth + 1 < max_depth && ts_tree_cursor_goto_first_child(&c)) {
      depth++;
      continue;
    }
    if (depth + 1 >= max_depth) out.cut++;
    bool done = false;
    while (!ts_tree_cursor_goto_next_sibling(&c)) {
      if (depth == 0 || !ts_tree_cursor_goto_parent(&c)) {
        done = true;
        break;
      }
      depth--;
    }
    if (done) break;
  }
  ts_tree_cursor_delete(&c);
  return out;
}
