/* Copyright */
#include <stdio.h>
#include "util/list.h"
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LIMIT 10
#define CALL_IT(x) do_it(x)
/** A list. */
typedef struct list {
  struct node *head;
  int (*cmp)(const void *a, const void *b);
  struct ops ops[3];
} list_t;
struct node { int v; struct node *next; };
union u { int a; float b; };
enum color { RED, GREEN = 3 };
typedef int (*handler_fn)(struct node *n, int flag);
typedef unsigned long size_type;
static int counter = 0;
extern list_t *global_list;
const struct ops my_ops = { .open = my_open, .close = my_close, other };
static const handler_fn table[] = { handle_a, handle_b };
static int helper(int x);
int list_add(list_t *l, struct node *n);
#ifdef FOO
int conditional(void) { return 1; }
#else
int conditional(void) { return 2; }
#endif
/* Adds. */
int list_add(list_t *l, struct node *n) {
  struct node *p = l->head, *q;
  list_t *m = list_new(3), arr[4];
  int counter = MAX(1, 2);
  l->cmp(p, q);
  (*l->cmp)(p, q);
  qsort(p, 1, 2, my_cmp);
  handler_fn f = helper;
  f(1);
  m->ops[0].open(l);
  p->next->v = LIMIT;
  if (x) goto out;
  for (int i = 0; i < 3; i++) { call(i, &helper, sizeof(struct node)); }
  list_t *z = (list_t *)malloc(sizeof *z);
  struct node nn = (struct node){ .v = 1 };
  printf("hello %d world\n", p->v);
out:
  return helper(p->v) + RED;
}
static inline struct node *mk(void) { return NULL; }
void *(*getfn(int x))(int) { return 0; }
int old(a, b) int a; char *b; { return a; }
__attribute__((unused)) static void attr_fn(void) {}
