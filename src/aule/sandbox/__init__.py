"""Touching the machine: the files of a project, reached so that nothing leads outside."""
