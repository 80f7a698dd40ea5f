"""`aule doctor`: checks of the installation, and attacks on its walls."""
