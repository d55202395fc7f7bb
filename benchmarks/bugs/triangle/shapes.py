"""Kinds of triangles and their areas."""

from math import sqrt


def kind(a, b, c):
    if not is_triangle(a, b, c):
        return "none"
    if a == b and b == c:
        return "equilateral"
    if a == b or b == c:  # the fault: a == c is missing
        return "isosceles"
    return "scalene"


def is_triangle(a, b, c):
    return a + b > c and b + c > a and a + c > b


def area(a, b, c):
    if kind(a, b, c) == "none":
        raise ValueError("no triangle")
    half = (a + b + c) / 2
    return sqrt(half * (half - a) * (half - b) * (half - c))
