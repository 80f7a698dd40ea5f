"""Measurements, side by side in one run: ratios are printed, figures kept as JSON under `results/`."""
