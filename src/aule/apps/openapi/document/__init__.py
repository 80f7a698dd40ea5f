"""Documents of strangers: taken apart in a limited child, which tells what they say."""
