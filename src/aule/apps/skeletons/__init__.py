"""Skeletons: beginnings of apps, plugins and skills that already work, and the checks an app should pass."""
