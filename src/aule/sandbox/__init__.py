"""The sandbox: project files reached without leaving their folder, isolated commands, and a guarded web client."""
