; JSX: using a component calls it.
(jsx_opening_element name: (member_expression) @callee) @call
(jsx_self_closing_element name: (member_expression) @callee) @call
(jsx_opening_element name: (identifier) @callee (#text-like? @callee "^[^a-z]")) @call
(jsx_self_closing_element name: (identifier) @callee (#text-like? @callee "^[^a-z]")) @call
(jsx_opening_element name: (identifier) @ignore (#text-like? @ignore "^[a-z]"))
(jsx_self_closing_element name: (identifier) @ignore (#text-like? @ignore "^[a-z]"))
(jsx_closing_element name: (_) @ignore)
