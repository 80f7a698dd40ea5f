"""The addresses of knowledge: documents, collections, and looks into them."""
