"""Authoring: from what a teacher asks for to an activity, a test, a lesson or a plan that is ready to be kept."""
