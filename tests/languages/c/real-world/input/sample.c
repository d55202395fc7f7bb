/*
 * Copyright (c) the authors. All rights reserved.
 */
#include "config.h"

#include <stdlib.h>

#include "src/picture.h"
#include "src/ref.h"

#define DECLARE_INIT(name) \
    static void name##_init(struct context *const c) { \
        setup_##name(c); \
        register_codec(c, #name); \
    }

DECLARE_INIT(video)

typedef int (*filter_fn)(const struct picture *in, struct picture *out, ptrdiff_t stride);

static const struct handler {
    const char *name;
    filter_fn run;
} handlers[] = {
    { .name = "copy all", .run = copy_picture },
    { .name = "scale", .run = &scale_picture },
};

COLD int picture_alloc(struct context *const c, struct picture *p, const int w, const int h)
{
    struct buffer *const buf = pool_pop(c->pool, sizeof(struct buffer));
    if (!buf)
        goto fail;
    p->p.w = w;
    p->ref = ref_wrap(buf, free_buffer, c);
#if CONFIG_LOG
    if (!p->ref) {
        log_error(c, "Failed to wrap the buffer\n");
        goto fail;
    }
#endif
    for (int i = 0; i < 2; i++) {
        const filter_fn fn = handlers[i].run;
        if (fn(p, p, w))
            return i;
    }
    switch (p->p.layout) {
    case LAYOUT_I400:
        return 0;
    default:
        return c->allocator.alloc_callback(p, c->allocator.cookie);
    }

fail:
    return -1;
}
