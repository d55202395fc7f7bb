"""What a repair needs of the machine: worktrees, commands that judge patches, transcripts of agents, and a session."""
