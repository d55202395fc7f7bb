"""Language plugins: source bytes in, definitions, references and imports out."""
