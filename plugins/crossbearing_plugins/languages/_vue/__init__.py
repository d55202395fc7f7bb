"""What a Vue component has besides its script: a template with directives, options, and names that are global."""
