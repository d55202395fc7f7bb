"""What Vue's and Svelte's single-file components have in common: markup, expressions in it, and scripts."""
