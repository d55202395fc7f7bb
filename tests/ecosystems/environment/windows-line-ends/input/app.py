import os

A = os.environ["A_NAME"]
B = os.getenv("B_NAME", "b")
