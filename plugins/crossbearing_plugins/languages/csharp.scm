; C#. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
(identifier) @head
["this" "base"] @head
(member_access_expression name: (identifier) @ignore)
(member_access_expression name: (generic_name . (identifier) @ignore))
(member_binding_expression name: (identifier) @ignore)
(member_binding_expression name: (generic_name . (identifier) @ignore))
(qualified_name name: (identifier) @ignore)
(qualified_name name: (generic_name . (identifier) @ignore))
(argument name: (identifier) @ignore)
(labeled_statement . (identifier) @ignore)
(goto_statement (identifier) @ignore)
(attribute_argument (identifier) @ignore "=")
(initializer_expression (assignment_expression left: (identifier) @ignore))
(anonymous_object_creation_expression (identifier) @ignore "=")
(explicit_interface_specifier (_) @ignore)
(type_parameter_constraints_clause . (identifier) @ignore)
(parameter "this" @ignore)
(invocation_expression function: (_) @callee) @call
(object_creation_expression type: [(identifier) (qualified_name)] @callee) @call
(object_creation_expression type: (generic_name . (_) @callee)) @call
(parenthesized_expression (_) @inner) @wrap
(await_expression (_) @inner) @wrap
(cast_expression type: [(identifier) (qualified_name)] @inner) @wrap
(as_expression right: [(identifier) (qualified_name)] @inner) @wrap

; Types.
(class_declaration name: (_) @name body: (_)? @body) @class
(struct_declaration name: (_) @name body: (_)? @body) @class
(interface_declaration name: (_) @name body: (_)? @body) @class
(enum_declaration name: (_) @name body: (_) @body) @class
(record_declaration name: (_) @name body: (_)? @body) @class
(delegate_declaration name: (_) @name) @class
(base_list [(identifier) (qualified_name)] @base)
(base_list (generic_name . (identifier) @base))
(base_list (primary_constructor_base_type type: [(identifier) (qualified_name)] @base))
(base_list (primary_constructor_base_type type: (generic_name . (identifier) @base)))
(type_parameter name: (_) @local)

; Methods.
(method_declaration name: (_) @name body: (_)? @body) @method
(method_declaration returns: (_) @returns)
(constructor_declaration name: (_) @name body: (_)? @body (#set! name "<ctor>")) @method
(destructor_declaration name: (_) @name body: (_)? @body (#set! name "<dtor>")) @method
(operator_declaration body: (_) @body (#set! name "operator")) @method
(conversion_operator_declaration body: (_) @body (#set! name "operator")) @method
(indexer_declaration accessors: (_) @body (#set! name "Item")) @method
(local_function_statement name: (_) @name body: (_) @body) @function
(local_function_statement type: (_) @returns)

; Fields and properties.
(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @variable
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name))) @variable
(property_declaration type: (_) @type name: (_) @name accessors: (_)? @body value: (arrow_expression_clause)? @body) @variable
(enum_declaration name: (_) @type body: (_ (enum_member_declaration name: (_) @name) @variable))
(record_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @variable))
(class_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @variable))
(struct_declaration (parameter_list (parameter type: (_) @type name: (_) @name) @variable))

; Local names.
(local_declaration_statement
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local . (_)? @value)))
(using_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local . (_)? @value)))
(for_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local . (_)? @value)))
(parameter type: (_)? @type name: (_) @local)
(parameter_list type: (_) name: (identifier) @local)
(implicit_parameter) @local
(foreach_statement type: (_) @type left: (identifier) @local)
(declaration_pattern type: (_) @type name: (identifier) @local)
(declaration_expression type: (_) @type name: (identifier) @local)
(recursive_pattern type: (_)? @type name: (identifier) @local)
(var_pattern name: (identifier) @local)
(tuple_pattern name: (identifier) @local)
(catch_declaration type: (_) @type name: (_) @local)
(from_clause name: (_) @local)
(let_clause . (identifier) @local)
(join_clause . (identifier) @local)
(assignment_expression left: [(identifier) (member_access_expression . "this")] @target right: (_) @value) @assign

; Scopes.
[(lambda_expression) (anonymous_method_expression)] @scope.function
[
  (block) (for_statement) (foreach_statement) (using_statement) (catch_clause) (switch_section) (switch_expression_arm)
  (query_expression)
] @scope

; Attributes.
[
  (class_declaration (attribute_list) @custom.attributes)
  (struct_declaration (attribute_list) @custom.attributes)
  (interface_declaration (attribute_list) @custom.attributes)
  (enum_declaration (attribute_list) @custom.attributes)
  (record_declaration (attribute_list) @custom.attributes)
  (delegate_declaration (attribute_list) @custom.attributes)
  (method_declaration (attribute_list) @custom.attributes)
  (constructor_declaration (attribute_list) @custom.attributes)
  (property_declaration (attribute_list) @custom.attributes)
  (field_declaration (attribute_list) @custom.attributes)
]

; Namespaces.
(file_scoped_namespace_declaration name: (_) @custom.namespace)
(namespace_declaration name: (_) @custom.namespace)
(using_directive) @custom.using

; Strings and comments.
[(string_literal) (verbatim_string_literal) (raw_string_literal) (interpolated_string_expression)] @string
(comment) @comment
