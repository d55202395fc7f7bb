; C. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
[(identifier) (type_identifier)] @head
(attribute_specifier (argument_list (identifier) @ignore))
(call_expression function: (_) @callee) @call
(parenthesized_expression . (_) @inner .) @wrap
(pointer_expression argument: (_) @inner) @wrap

; Functions and their declarations.
(function_definition declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @function
(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) body: (_) @body)
  @function
(function_definition
  declarator: (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name))) body: (_) @body) @function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @function
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @function
(declaration
  declarator: (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @name)))) @function
(declaration declarator: (function_declarator declarator: (identifier) @custom.declared))
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @custom.declared)))
(declaration
  declarator: (pointer_declarator declarator: (pointer_declarator
    declarator: (function_declarator declarator: (identifier) @custom.declared))))
(function_definition type: [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)] @returns)

; Macros.
(preproc_function_def name: (_) @name value: (_)? @body) @function
(preproc_def name: (_) @name) @variable
(preproc_params (identifier) @local)
(preproc_function_def value: (_) @custom.body)
(preproc_def value: (_) @custom.body)

; Types.
(struct_specifier name: (_) @name body: (_) @body) @class
(union_specifier name: (_) @name body: (_) @body) @class
(enum_specifier name: (_) @name body: (_) @body) @class
(type_definition type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)
  (enum_specifier !name body: (_) @body)] declarator: (type_identifier) @name) @class
(type_definition type: [(struct_specifier name: (_) @tag body: (_)) (union_specifier name: (_) @tag body: (_))
  (enum_specifier name: (_) @tag body: (_))] declarator: (type_identifier) @name) @custom.typedef
(type_definition type: [(struct_specifier name: (_) @base !body) (union_specifier name: (_) @base !body)
  (enum_specifier name: (_) @base !body)] declarator: (type_identifier) @name) @custom.typedef
(type_definition type: [(struct_specifier name: (_) @base !body) (union_specifier name: (_) @base !body)]
  declarator: (pointer_declarator declarator: (type_identifier) @name)) @class
(type_definition type: (type_identifier) @base declarator: (type_identifier) @name) @class
(type_definition type: (type_identifier) @base declarator: (pointer_declarator declarator: (type_identifier) @name)) @class
(type_definition type: [(primitive_type) (sized_type_specifier)] declarator: (type_identifier) @name) @class
(type_definition declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @class
(field_declaration type: (_) @type declarator: (field_identifier) @name) @variable
(field_declaration type: (_) @type declarator: (pointer_declarator declarator: (field_identifier) @name)) @variable
(field_declaration type: (_) @type
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))) @variable
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @variable
(field_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @variable
(enumerator name: (identifier) @name @owner) @variable

; Variables and parameters.
(declaration type: (_) @type declarator: (identifier) @name) @variable
(declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @name)) @variable
(declaration type: (_) @type
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @variable
(declaration declarator: (array_declarator declarator: (identifier) @name)) @variable
(declaration declarator: (init_declarator declarator: (identifier) @name value: (identifier) @value)) @variable
(declaration type: (_) @type declarator: (init_declarator declarator: (identifier) @name)) @variable
(declaration type: (_) @type
  declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @variable
(declaration type: (_) @type
  declarator: (init_declarator
    declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name)))) @variable
(declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name))) @variable
(declaration declarator: (init_declarator
  declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)))) @variable
(declaration
  declarator: (init_declarator declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name))) value: (_) @value))
  @variable
(declaration
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))) @variable
(declaration (storage_class_specifier) @extern declarator: (_) @declarator (#text-is? @extern "extern")) @custom.extern
(parameter_declaration type: (_) @type declarator: (identifier) @local)
(parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @local))
(parameter_declaration type: (_) @type
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local)))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @local))
(parameter_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local))))
(assignment_expression left: [(identifier) (field_expression)] @target right: (identifier) @value) @assign

; Scopes.
[(compound_statement) (for_statement)] @scope
(field_declaration declarator: (function_declarator) @scope)
(type_definition declarator: (function_declarator) @scope)
(declaration declarator: (function_declarator declarator: (parenthesized_declarator)) @scope)
(declaration declarator: (init_declarator declarator: (function_declarator) @scope))

; Headers.
(preproc_include path: [(string_literal) (system_lib_string)] @module (#set! name "*")) @import

; Strings and comments.
(string_literal) @string
(comment) @comment
