use crate::tools::{config, Tool};

fn by_parameter(config: fn()) {
    config();
}

fn by_local(tool: &mut Tool, given: Option<Tool>) {
    let config = tool.config();
    config.read();
    if let Some(inner) = given {
        inner.run();
    }
    let first = |config: Tool| config.run();
    first(Tool::new());
    for Tool in [1] {}
}

fn real() {
    config();
}
