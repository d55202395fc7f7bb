; Lua. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
(identifier) @head
(field name: (identifier) @ignore)
[(attribute (identifier) @ignore) (goto_statement (identifier) @ignore) (label_statement (identifier) @ignore)]
(function_call name: (_) @callee) @call
(parenthesized_expression . (_) @inner .) @wrap

; Functions. What is a method, and of what, is told in _lua/forms.py.
(function_declaration name: (identifier) @name body: (_)? @body) @function
(function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name) body: (_)? @body) @custom.method
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name) body: (_)? @body)
  @custom.method
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @custom.method
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @custom.member
(function_definition) @scope.function
(parameters name: (identifier) @local)
((function_definition parameters: (parameters . name: (identifier) @custom.self)) @function
  (#text-is? @custom.self "self"))
((function_declaration name: (identifier) parameters: (parameters . name: (identifier) @custom.self)) @function
  (#text-is? @custom.self "self"))

; Variables.
(variable_declaration
  (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (_) @value))) @variable
(variable_declaration (variable_list name: (identifier) @name)) @variable
(variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @variable
(chunk (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (_) @value)) @variable)
(assignment_statement (variable_list . name: (_) @target) (expression_list . value: (_) @value)) @assign
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name))
  (expression_list . value: (_) @value)) @custom.field)
(for_generic_clause (variable_list name: (identifier) @local))
(for_numeric_clause name: (identifier) @local)
[(block) (for_statement)] @scope

; Modules and classes.
(function_call
  name: (identifier) @function arguments: (arguments . (string content: (_) @module) .)
  (#text-is? @function "require")) @custom.require
(function_call
  name: (identifier) @function arguments: (arguments . (identifier) @required . (string content: (_) @module) .)
  (#text-is? @function "pcall") (#text-is? @required "require")) @custom.guarded
(chunk (return_statement (expression_list . (_) @custom.returned .)))
(block (return_statement (expression_list . (function_call name: (_) @callee) .)) .) @custom.gives
(function_call
  name: (identifier) @function arguments: (arguments . (_) @object . (_) @meta)
  (#text-is? @function "setmetatable")) @custom.meta
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (table_constructor (field name: (identifier) @key value: (identifier) @class)))
  (#text-is? @key "__index")) @custom.metatable
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_call name: [
    (identifier) @maker (method_index_expression table: (_) @base method: (_) @maker)
    (dot_index_expression table: (_) @library field: (_) @maker)]
    arguments: (_) @arguments))
  (#text-like? @name "^(_?[A-Z]\\w*|M)$")
  (#text-is? @maker "class" "Class" "middleclass" "extend" "extends" "subclass" "derive" "inherit" "declare"))
  @custom.made
(dot_index_expression table: (identifier) @class field: (identifier) @custom.super (#text-is? @custom.super "super"))

; Strings and comments.
(string) @string
(comment) @comment
