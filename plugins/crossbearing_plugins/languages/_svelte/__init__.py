"""What a Svelte component has besides its script: blocks, directives, snippets and stores."""
