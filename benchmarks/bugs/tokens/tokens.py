"""Arithmetic: tokens, a tree, and its value."""


def tokens(text):
    position = 0
    while position < len(text):
        sign = text[position]
        if sign.isspace():
            position += 1
        elif sign.isdigit():
            end = position
            while end < len(text) and text[end].isdigit():
                end += 1
            yield int(text[position:end])
            position = end
        elif sign in "+-*()":
            yield sign
            position += 1
        else:
            raise SyntaxError(f"{sign!r} at {position}")


class Parser:
    def __init__(self, text):
        self.rest = [*tokens(text), None]

    def take(self):
        return self.rest.pop(0)

    def sum(self):
        value = self.product()
        while self.rest[0] in ("+", "-"):
            if self.take() == "+":
                value += self.product()
            else:
                value = self.product() - value  # the fault: the wrong way round
        return value

    def product(self):
        value = self.atom()
        while self.rest[0] == "*":
            self.take()
            value *= self.atom()
        return value

    def atom(self):
        token = self.take()
        if token == "(":
            value = self.sum()
            self.take()
            return value
        if not isinstance(token, int):
            raise SyntaxError("a number is missing")
        return token


def evaluate(text):
    return Parser(text).sum()
