; Where the grammar of JavaScript differs from that of TypeScript.
(lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @value) @variable)
(field_definition property: (_) @name value: (arrow_function body: (_) @body)) @method
(field_definition property: (_) @name value: (_)? @value) @variable
(class_heritage [(identifier) (member_expression) (call_expression)] @base)
(formal_parameters (identifier) @local)
