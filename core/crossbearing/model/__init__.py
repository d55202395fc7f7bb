"""Value objects of the domain: immutable where they are few, compact where they are many, and never doing I/O."""
