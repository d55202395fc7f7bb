import unittest

from tokens import evaluate, tokens


class TokensTest(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(evaluate("1 + 2"), 3)

    def test_product(self):
        self.assertEqual(evaluate("2 * 3 + 1"), 7)

    def test_parentheses(self):
        self.assertEqual(evaluate("2 * (3 + 1)"), 8)

    def test_difference(self):
        self.assertEqual(evaluate("5 - 2"), 3)
        self.assertEqual(evaluate("2 * (5 - 2)"), 6)

    def test_difference_of_equal_numbers(self):
        self.assertEqual(evaluate("2 - 1"), 1)

    def test_nothing_left(self):
        self.assertEqual(evaluate("4 - 2 * 1"), 2)

    def test_unknown_sign(self):
        with self.assertRaises(SyntaxError):
            list(tokens("1 ? 2"))

    def test_missing_number(self):
        with self.assertRaises(SyntaxError):
            evaluate("1 +")
