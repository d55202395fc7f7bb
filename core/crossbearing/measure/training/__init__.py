"""Training a fusion: mining fix commits, gathering what the fusion would be asked, fitting, and the model's card."""
