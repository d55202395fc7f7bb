"""Reading waveforms."""
