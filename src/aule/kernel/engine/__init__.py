"""The run engine: graphs of steps, driven by rules that know no clock, disk or model."""
