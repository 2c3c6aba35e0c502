#ifndef PLUMBLINE_FLATTEN_H
#define PLUMBLINE_FLATTEN_H
#include <stdint.h>

// One node of a tree in preorder; depth places it.
typedef struct {
  uint32_t start, end, depth;
  uint16_t symbol, field;
  uint16_t flags; // 1 named, 2 error or missing
} flat_node;

typedef struct {
  flat_node *nodes;
  uint32_t count, errors, cut;
  int failed; // out of memory
} flat_tree;

// The node of tree-sitter's API, whose layout is part of its ABI.
typedef struct {
  uint32_t context[4];
  const void *id;
  const void *tree;
} plumb_node;

flat_tree plumb_flatten(plumb_node root, uint32_t max_depth);
#endif
