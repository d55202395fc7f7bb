from setuptools import setup

setup(name="old", install_requires=["six"])
print "done"
