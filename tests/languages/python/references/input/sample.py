import os, log as logger
from kit import tool


def run(self, callback):
    logger.info(os.path.join("a", tool.name))
    (
        tool
        .first()
        # then
        .second(size=tool.width)
    )
    tool.items[0].load().save(callback)
    callback(self)
    self.state = self.store.state
    self.count += 1
    del tool.cache
    "{}".format(len(tool))
    return super().run(callback) or super(Base, self).stop()


@tool.register
@tool.option("--size", default=tool.SIZE)
def decorated(value: tool.Kind = tool.DEFAULT, *, kind: "tool.Other" = None): ...


def list(): ...


list(), dict(), tool.list
call_me = tool \
    .later
late_call = (tool
    (1))
