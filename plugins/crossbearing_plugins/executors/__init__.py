"""Executor plugins: run one function over many items."""
