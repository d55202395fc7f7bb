"""What the plugins of JavaScript and TypeScript share besides their query: names, forms and places of modules."""
