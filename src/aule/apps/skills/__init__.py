"""Skills: folders of instructions and scripts that agents use once the owner has accepted their content."""
