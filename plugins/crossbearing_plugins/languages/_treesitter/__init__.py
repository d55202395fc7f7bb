"""The shared front end of languages that tree-sitter reads: a query beside each plugin says what in a tree is what.

Every pattern of a query has one main capture; the other captures of the pattern are its parts, and ``#set!`` gives
values for which there is no text. All nesting is by spans, so patterns need not say what encloses what.

Definitions: ``@class``, ``@function``, ``@method`` and ``@variable`` with the parts ``@name`` (or ``#set! name``),
``@body`` (where the signature ends), ``@type``, ``@value``, ``@base`` and ``@owner`` (the class of a method that is
written elsewhere). What stands directly in a class is a method, and a variable of a function is a local name. Of
several definitions at one name, a variable gives way, then the pattern that stands later in the query.

Of the definition around them, or of the next: ``@base`` (with ``@owner``: of that class), ``@returns``, ``@decorator``,
``@doc`` (a literal that documents what follows), ``@doc.inner`` (what it stands in). A ``@comment`` documents what
begins on the line below it.

Local names: ``@local`` and ``@local.hoisted`` (of the whole function) with ``@type`` and ``@value``; ``@scope`` and
``@scope.function`` are regions with names of their own. ``@assign`` gives a ``@target`` a ``@value`` or ``@type`` later
on, with ``#set! prefix`` before the target's name.

Uses: ``@head`` is a word that may begin a chain; its links are read from the text. ``@call`` has the ``@callee``, or
its last word as ``@called``. ``@wrap`` has the value of its ``@inner``. ``@ignore`` is a word that is no use of a name.

Modules: ``@import`` with ``@module``, ``@name`` and ``@alias``, each import a match of its own; ``@export`` with
``@name``; ``@package``.

``@string`` is a literal. ``@custom.x`` with any parts is left to the language's own ``finish``.

Texts are tested with ``(#text-is? @capture "text" ...)`` and ``(#text-like? @capture "expression")``, after ``#set!``.
"""
