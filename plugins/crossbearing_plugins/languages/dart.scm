; Dart. See _treesitter/__init__.py for what the captures mean. Most of a definition is siblings of one another in this
; grammar: custom captures mark where things are, and the language's own functions put them together.

; Names that may begin a chain, and what goes on from them.
[(identifier) (type_identifier) (identifier_dollar_escaped) (this) (super)] @head
[
  (unconditional_assignable_selector) (conditional_assignable_selector) (argument_part) (cascade_section)
  (cascade_selector) (selector (type_arguments))
] @custom.link
(new_expression . (type_identifier) @type (arguments) @arguments) @custom.new
(const_object_expression (const_builtin) . (type_identifier) @type (arguments) @arguments) @custom.new
(parenthesized_expression (_) @inner) @custom.brackets
(unary_expression . (await_expression . (_) @inner)) @custom.brackets
(type_cast_expression (type_cast (type_identifier) @type)) @custom.cast
(initializer_list_entry (super) @callee . (identifier) @called . (arguments) @custom.super)
(redirection (this) @callee . (identifier) @called . (arguments) @custom.super)
(cascade_selector (identifier) @ignore)
(label (identifier) @ignore)
[(break_statement (identifier) @ignore) (continue_statement (identifier) @ignore)]
(object_pattern (identifier) @ignore)
(enum_constant (identifier) @ignore)
(constructor_param (identifier) @ignore)
(super_formal_parameter (identifier) @ignore)
(dotted_identifier_list (identifier) @ignore)

; Types.
(class_definition name: (_) @name body: (_) @body) @class
(mixin_declaration (identifier) @name (class_body) @body) @class
(enum_declaration name: (_) @name body: (_) @body) @class
(extension_type_declaration name: (_) @name body: (_) @body) @class
(class_definition (mixin_application_class . (identifier) @name)) @class
(extension_declaration body: (_) @body) @custom.extension
(superclass . (type_identifier) @custom.base)
(mixins (type_identifier) @custom.base)
(interfaces (type_identifier) @custom.base)
(mixin_declaration (type_identifier) @custom.base)
(mixin_application . (type_identifier) @custom.base)
(type_parameter . (type_identifier) @local)
(type_parameter . (type_identifier) @custom.bound (type_bound (type_identifier) @type))
(type_alias) @custom.alias

; Functions.
[
  (function_signature) (getter_signature) (setter_signature) (operator_signature) (constructor_signature)
  (constant_constructor_signature) (factory_constructor_signature) (redirecting_factory_constructor_signature)
] @custom.function

; Fields, and what names hold.
(initialized_identifier . (identifier) @custom.field)
(static_final_declaration . (identifier) @custom.field)
(enum_declaration name: (_) @type body: (_ (enum_constant name: (_) @name) @variable))
(representation_declaration type: (_) @type name: (_) @name) @variable
(initialized_variable_definition name: (identifier) @custom.variable)
(formal_parameter name: (identifier) @custom.parameter)
(formal_parameter . (identifier) @custom.parameter .)
(for_loop_parts name: (identifier) @custom.parameter)
(variable_pattern (identifier) @custom.parameter .)
(pattern_variable_declaration (_ (constant_pattern (identifier) @local)))
(for_loop_parts (record_pattern (constant_pattern (identifier) @local)))
(catch_parameters (identifier) @custom.caught)
(if_statement
  (type_test_expression . (identifier) @custom.promoted (type_test (is_operator) @test (type_identifier) @type))
  consequence: (_) @body)
(field_initializer (identifier) @custom.initializer)
(assignment_expression left: (assignable_expression) @target right: (_) @custom.assigned)

; Scopes.
(function_expression) @scope.function
[
  (block) (for_statement) (switch_statement_case) (switch_expression_case) (if_statement) (for_element) (if_element)
] @scope

; Annotations.
[
  (program (annotation name: (_) @decorator))
  (class_definition (annotation name: (_) @decorator))
  (mixin_declaration (annotation name: (_) @decorator))
  (enum_declaration (annotation name: (_) @decorator))
  (extension_declaration (annotation name: (_) @decorator))
  (class_body (annotation name: (_) @decorator))
  (enum_body (annotation name: (_) @decorator))
  (extension_body (annotation name: (_) @decorator))
]

; Libraries.
[(library_import) (library_export) (part_directive) (part_of_directive)] @custom.directive

; Strings and comments.
(string_literal) @string
[(comment) (documentation_comment)] @comment
