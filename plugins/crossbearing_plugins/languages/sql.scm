; SQL. See _treesitter/__init__.py for what the captures mean.

; The grammar knows one dialect of many: definitions and uses are read from the words of statements, in _sql.
(literal) @string
[(comment) (marginalia)] @comment
