package flow;

import flow.parts.Tool;

class Flow {
  Tool tool;

  void run(Object value, Tool first, int tool2) throws Exception {
    tool.use();
    var made = new Tool();
    made.use();
    if (value instanceof Tool found && found.ready()) {
      found.use();
    }
    switch (value) {
      case Tool match -> match.use();
      case Pair(Tool left, var right) -> left.use();
      default -> nothing();
    }
    try (Source source = open(); Sink sink = source.sink()) {
      source.read();
    } catch (Broken | Closed error) {
      error.explain();
    }
    for (Tool each : tools()) {
      each.use();
    }
    Runner runner = () -> first.use();
    Taker taker = (one, two) -> one.take(two);
    Taker typed = (Tool one, Tool two) -> one.use();
    list.map(Tool::use).map(Tool::new);
    ((Tool) value).use();
    tools()[0].use();
    new Tool(first).use();
    outer:
    for (;;) {
      break outer;
    }
  }

  void shadow(String Tool, int tool) {
    Tool.length();
    tool.use();
  }
}
