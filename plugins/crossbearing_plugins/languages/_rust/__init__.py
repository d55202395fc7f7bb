"""What Rust needs besides its query: use trees, inline modules, types, and crates."""
