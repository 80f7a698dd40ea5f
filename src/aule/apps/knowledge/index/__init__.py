"""The index: finds passages of documents by meaning and by words, and answers from them without a model."""
