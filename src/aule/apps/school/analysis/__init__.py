"""Figures of classes and students: the mathematics over what the school keeps, for capabilities and pages alike."""
