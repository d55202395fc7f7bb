#!/usr/bin/env python
import distutils.core as core

core.setup(
    name='geometry',
    py_modules=['geometry', 'missing'],
    scripts=['bin/area', 'bin/hull'],
    test_suite='nose.collector',
    classifiers="""\
Programming Language :: Python
Topic :: Scientific/Engineering
""".splitlines(),
)
