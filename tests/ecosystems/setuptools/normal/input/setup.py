from setuptools import find_packages, setup

setup(
    name="quantity",
    version="2.1",
    description="Quantities with units",
    package_dir={"": "src"},
    packages=find_packages("src"),
    python_requires=">=3.8",
    install_requires=[
        "numpy>=1.20",
        "typing-extensions; python_version < '3.11'",
    ],
    extras_require={
        "plot": ["matplotlib"],
        "dev": ["pytest>=7", "black"],
        ":sys_platform == 'win32'": ["colorama"],
    },
    entry_points={
        "console_scripts": ["quantity = quantity.cli:main"],
        "quantity.units": ["si = quantity.si", "us = quantity.us [plot]"],
    },
    classifiers=[
        "Programming Language :: Python :: 3",
        "Programming Language :: C",
    ],
)
