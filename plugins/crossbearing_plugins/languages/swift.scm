; Swift. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls. What follows a point is ignored by the language's own function.
[(simple_identifier) (type_identifier) (self_expression) (super_expression)] @head
(value_argument_label (simple_identifier) @ignore)
(call_suffix name: (simple_identifier) @ignore)
(tuple_expression name: (simple_identifier) @ignore)
(tuple_type_item (simple_identifier) @ignore)
(enum_type_parameters (simple_identifier) @ignore)
(parameter external_name: (_) @ignore)
(identifier (simple_identifier) @ignore)
(attribute (simple_identifier) @ignore)
(precedence_group_declaration (simple_identifier) @ignore)
(precedence_group_attribute (simple_identifier) @ignore)
(operator_declaration (simple_identifier) @ignore)
(directive (simple_identifier) @ignore)
(call_expression
  [(simple_identifier) (navigation_expression) (call_expression) (postfix_expression) (self_expression)] @callee
  (call_suffix (value_arguments "("))) @call
(call_expression
  [(simple_identifier) (navigation_expression) (call_expression) (postfix_expression) (self_expression)] @callee
  (call_suffix . (lambda_literal))) @call
(constructor_expression constructed_type: (user_type) @type) @custom.construct
(tuple_expression . value: (_) @inner .) @wrap
(tuple_expression . value: (as_expression (user_type) @inner) .) @wrap
(try_expression expr: (_) @inner) @wrap
(await_expression expr: (_) @inner) @wrap
[
  (as_expression expr: (_) @value (as_operator) (_) @type)
  (nil_coalescing_expression value: (_) @value)
  (postfix_expression target: (_) @value)
] @custom.value

; Types.
(class_declaration name: (type_identifier) @name body: (_) @body) @class
(class_declaration name: (user_type) @name body: (_) @body) @custom.extension
(protocol_declaration name: (type_identifier) @name body: (_) @body) @class
(inheritance_specifier inherits_from: (user_type) @base)
(type_parameter (type_identifier) @local)
(type_parameter . (type_identifier) @custom.constrained (_) @type)
(type_constraint
  (inheritance_constraint constrained_type: (identifier . (simple_identifier) @custom.constrained .) (_) @type))
(typealias_declaration name: (type_identifier) @name (user_type . (type_identifier) @value)) @variable
(typealias_declaration name: (type_identifier) @name) @variable
(associatedtype_declaration name: (type_identifier) @name (user_type . (type_identifier) @value)) @variable
(associatedtype_declaration name: (type_identifier) @name) @variable

; Functions.
(function_declaration name: (simple_identifier) @name body: (_)? @body) @function
(function_declaration name: ["==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" (custom_operator)] @name body: (_)? @body) @function
(protocol_function_declaration name: (simple_identifier) @name) @function
(init_declaration name: "init" @name body: (_)? @body) @method
(deinit_declaration "deinit" @name body: (_) @body) @method
(subscript_declaration "subscript" @name (computed_property) @body) @method
(macro_declaration . (simple_identifier) @name definition: (_)? @body) @function
(function_declaration [(user_type) (optional_type) (opaque_type) (existential_type)] @returns)
(protocol_function_declaration [(user_type) (optional_type) (opaque_type) (existential_type)] @returns)
(subscript_declaration [(user_type) (optional_type) (opaque_type) (existential_type)] @returns)

; Properties, and what names hold.
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type)
  . value: (_)? @value) @variable
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name) . "=" . value: (_) @value) @variable
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name) (willset_didset_block)? @body) @variable
(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (_) @type)
  computed_value: (_) @body) @method)
(enum_class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (_) @type)
  computed_value: (_) @body) @method)
(willset_clause "willSet" @name (statements) @body) @method
(didset_clause "didSet" @name (statements) @body) @method
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name) (type_annotation (_) @type)) @variable
(class_declaration
  name: (type_identifier) @type body: (enum_class_body (enum_entry name: (simple_identifier) @name) @variable))
(parameter name: (simple_identifier) @local . (parameter_modifiers) . (_) @type)
(parameter
  name: (simple_identifier) @local
  . [(user_type) (optional_type) (opaque_type) (existential_type)
     (array_type) (dictionary_type) (protocol_composition_type)] @type)
(parameter name: (simple_identifier) @local)
(lambda_parameter name: (simple_identifier) @local . (parameter_modifiers) . (_) @type)
(lambda_parameter name: (simple_identifier) @local . [(user_type) (optional_type) (existential_type) (array_type)] @type)
(lambda_parameter name: (simple_identifier) @local)
(capture_list_item name: (simple_identifier) @local value: (_) @value)
(pattern (pattern . (simple_identifier) @local))
(pattern bound_identifier: (simple_identifier) @local)
(pattern (pattern bound_identifier: (simple_identifier) @local) name: (user_type) @type)
(if_statement bound_identifier: (simple_identifier) @local . "=" . (_) @value)
(guard_statement bound_identifier: (simple_identifier) @local . "=" . (_) @value)
(while_statement bound_identifier: (simple_identifier) @local . "=" . (_) @value)
(if_statement bound_identifier: (simple_identifier) @local . (type_annotation (_) @type))
(guard_statement bound_identifier: (simple_identifier) @local . (type_annotation (_) @type))
(assignment
  target: (directly_assignable_expression
    [(simple_identifier) (navigation_expression target: (self_expression))]) @target
  result: (_) @value) @assign

; Scopes.
(lambda_literal) @scope.function
(catch_block) @custom.catch
[
  (if_statement) (for_statement) (while_statement) (repeat_while_statement) (switch_entry) (do_statement) (catch_block)
] @scope

; Attributes.
[
  (class_declaration (modifiers (attribute) @custom.attribute))
  (protocol_declaration (modifiers (attribute) @custom.attribute))
  (function_declaration (modifiers (attribute) @custom.attribute))
  (protocol_function_declaration (modifiers (attribute) @custom.attribute))
  (init_declaration (modifiers (attribute) @custom.attribute))
  (subscript_declaration (modifiers (attribute) @custom.attribute))
  (property_declaration (modifiers (attribute) @custom.attribute))
  (protocol_property_declaration (modifiers (attribute) @custom.attribute))
  (typealias_declaration (modifiers (attribute) @custom.attribute))
]

; Imports.
(import_declaration) @custom.import

; Strings and comments.
[(line_string_literal) (multi_line_string_literal) (raw_string_literal)] @string
[(comment) (multiline_comment)] @comment
