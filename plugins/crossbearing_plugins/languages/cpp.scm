; C++. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
[(identifier) (type_identifier) (namespace_identifier)] @head
(this) @head
(qualified_identifier scope: (_) name: (_) @ignore)
(using_declaration) @custom.using
(namespace_alias_definition name: (_) @alias (_) @module .) @custom.alias
(labeled_statement label: (_) @ignore)
(goto_statement label: (_) @ignore)
(friend_declaration (type_identifier) @ignore)
(attribute_declaration) @custom.attribute
(call_expression function: (primitive_type) @ignore)
(destructor_name) @custom.destructor
(qualified_identifier scope: (dependent_name (template_type name: (_) @ignore)))
(call_expression function: (_) @callee) @call
(new_expression type: [(type_identifier) (qualified_identifier)] @callee) @call
(new_expression type: (template_type name: (_) @callee)) @call
(compound_literal_expression type: [(type_identifier) (qualified_identifier)] @callee) @call
(compound_literal_expression type: (template_type name: (_) @callee)) @call
(qualified_identifier !scope name: (_) @custom.global)
(call_expression function: [(template_function) (qualified_identifier name: (template_function))] @function) @custom.typed
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @custom.construct
  declarator: (init_declarator value: [(argument_list) (initializer_list)]))
(field_initializer . (_) @custom.initializer)
(parenthesized_expression (_) @inner) @wrap
(pointer_expression argument: (_) @inner) @wrap

; Namespaces and types.
(namespace_definition name: (_) @name body: (_) @body) @class
(class_specifier name: (_) @name body: (_) @body) @class
(struct_specifier name: (_) @name body: (_) @body) @class
(union_specifier name: (_) @name body: (_) @body) @class
(enum_specifier name: (_) @name body: (_) @body) @class
[(class_specifier !body) (struct_specifier !body) (union_specifier !body)] @custom.declared
(concept_definition name: (_) @name) @class
(alias_declaration name: (_) @name) @class
(alias_declaration name: (_) @name type: (type_descriptor type: (_) @type)) @custom.typedef
(type_definition type: (_) @type declarator: (type_identifier) @name) @custom.typedef
(type_definition type: (_) @type declarator: (pointer_declarator declarator: (type_identifier) @name)) @custom.typedef
(type_definition declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @class
(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)
(enumerator name: (identifier) @name) @variable
(template_declaration) @custom.template

; Functions and their declarations.
(function_declarator) @custom.function
(operator_cast) @custom.cast
(abstract_function_declarator) @scope
(declaration declarator: (init_declarator declarator: (identifier) @name value: (lambda_expression body: (_) @body))) @function
(preproc_function_def name: (_) @name value: (_)? @body) @function
(preproc_def name: (_) @name) @variable
(preproc_params (identifier) @local)
(preproc_function_def value: (_) @custom.body)
(preproc_def value: (_) @custom.body)

; Fields, variables and parameters.
(field_declaration type: (_) @type declarator: (field_identifier) @name) @variable
(field_declaration type: (_) @type declarator: (pointer_declarator declarator: (field_identifier) @name)) @variable
(field_declaration type: (_) @type declarator: (reference_declarator (field_identifier) @name)) @variable
(field_declaration declarator: (array_declarator declarator: (field_identifier) @name)) @variable
(field_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @variable
(declaration type: (_) @type declarator: (identifier) @name) @variable
(declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @name)) @variable
(declaration type: (_) @type declarator: (reference_declarator (identifier) @name)) @variable
(declaration declarator: (array_declarator declarator: (identifier) @name)) @variable
(declaration type: (_) @type declarator: (init_declarator declarator: (identifier) @name value: (_) @value)) @variable
(declaration type: (_) @type
  declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name) value: (_) @value)) @variable
(declaration type: (_) @type
  declarator: (init_declarator declarator: (reference_declarator (identifier) @name) value: (_) @value)) @variable
(declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name))) @variable
(declaration declarator: (init_declarator
  declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)))) @variable
(declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))) @variable
(declaration declarator: (init_declarator declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name))) value: (_) @value)) @variable
(structured_binding_declarator (identifier) @local)
(for_range_loop type: (_) @type declarator: (identifier) @local)
(for_range_loop type: (_) @type declarator: (pointer_declarator declarator: (identifier) @local))
(for_range_loop type: (_) @type declarator: (reference_declarator (identifier) @local))
(parameter_declaration type: (_) @type declarator: (identifier) @local)
(parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @local))
(parameter_declaration type: (_) @type declarator: (reference_declarator (identifier) @local))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @local))
(parameter_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (_ (identifier) @local))))
(parameter_declaration type: (_) @type
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local)))
(parameter_declaration declarator: (reference_declarator (variadic_declarator (identifier) @local)))
(optional_parameter_declaration type: (_) @type declarator: (identifier) @local)
(optional_parameter_declaration type: (_) @type declarator: (pointer_declarator declarator: (identifier) @local))
(optional_parameter_declaration type: (_) @type declarator: (reference_declarator (identifier) @local))
(variadic_parameter_declaration declarator: (variadic_declarator (identifier) @local))
(variadic_parameter_declaration declarator: (reference_declarator (variadic_declarator (identifier) @local)))
(type_parameter_declaration (type_identifier) @local)
(optional_type_parameter_declaration name: (_) @local)
(variadic_type_parameter_declaration (type_identifier) @local)
(lambda_capture_initializer left: (identifier) @local)
(assignment_expression left: [(identifier) (field_expression)] @target right: (_) @value) @assign

; Scopes.
(lambda_expression) @scope.function
[
  (compound_statement) (for_statement) (for_range_loop) (if_statement) (while_statement) (catch_clause)
  (requires_expression)
] @scope

; Headers.
(preproc_include path: [(string_literal) (system_lib_string)] @module (#set! name "*")) @import

; Strings and comments.
[(string_literal) (raw_string_literal) (concatenated_string)] @string
(comment) @comment
