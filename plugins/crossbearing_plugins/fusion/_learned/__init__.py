"""The parts of the learned fusion: what is known of a question, its features, the model, and how scores are mixed."""
