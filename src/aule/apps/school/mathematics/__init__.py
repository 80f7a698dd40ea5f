"""How School Power counts: means, trends, mastery, gaps, engagement, attendance. Rules only: nothing is read here."""
