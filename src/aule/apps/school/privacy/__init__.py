"""Privacy: what is told of students, to whom, and how their data are taken away (LGPD art. 14)."""
