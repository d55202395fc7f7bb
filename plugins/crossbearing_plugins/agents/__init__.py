"""Agents: programs that try to solve an issue, for comparisons that count what localization is worth."""
