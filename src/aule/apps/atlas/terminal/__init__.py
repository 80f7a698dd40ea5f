"""The commands of Atlas: `aule atlas`."""
