"""The same turn, one tool call and an answer, by different libraries; each file is a script of its own."""
