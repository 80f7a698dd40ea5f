"""The sample collection: three short documents to look around in, in the language of the person."""
