"""Prices are right to the cent."""

import unittest

from shop.prices import total


class Prices(unittest.TestCase):
    """What a basket comes to."""

    def test_a_basket_costs_what_is_in_it(self) -> None:
        """One apple and two pears."""
        self.assertEqual(total(["apple", "pear", "pear"]), 190)


if __name__ == "__main__":
    unittest.main()
