"""Knowledge: documents that answer, with the page beside the sentence."""
