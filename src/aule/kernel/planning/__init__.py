"""Planning: rules that read, change, review and show plans. Pure functions without files or stores."""
