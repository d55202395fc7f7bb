"""What is started inside the target project's interpreter, by path.

These modules import nothing but the standard library and run on Python 3.6 and later, whatever the version that
crossbearing itself needs: plain syntax only.
"""
