; Kotlin. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
[(simple_identifier) (type_identifier) (interpolated_identifier) (this_expression) (super_expression)] @head
(call_expression . [(simple_identifier) (navigation_expression) (call_expression)] @callee) @call
(infix_expression . (_) . (simple_identifier) @called . (_)) @call
(parenthesized_expression (_) @inner) @wrap
(parenthesized_expression (as_expression (_) . [(user_type) (nullable_type (user_type))] @type)) @custom.cast
(value_argument (simple_identifier) @ignore . (_))
(this_expression (type_identifier) @ignore)
(super_expression (user_type) @ignore)

; Classes.
(class_declaration (type_identifier) @name [(class_body) (enum_class_body)]? @body) @class
(object_declaration (type_identifier) @name (class_body)? @body) @class
(companion_object (type_identifier) @name (class_body)? @body) @class
(companion_object (class_body)? @body (#set! name "Companion")) @class
(object_literal (class_body) @body (#set! name "{}")) @class
(class_declaration (type_identifier) @base
  (enum_class_body (enum_entry (simple_identifier) @name (class_body) @body) @class))
(class_declaration (type_identifier) @type (enum_class_body (enum_entry (simple_identifier) @name) @variable))
(delegation_specifier (user_type) @base)
(delegation_specifier (constructor_invocation (user_type) @base))
(delegation_specifier (explicit_delegation . (user_type) @base))
(type_parameter (type_identifier) @local)
(type_alias (type_identifier) @name (user_type) @value) @variable
(type_alias (type_identifier) @name) @variable

; Functions.
(function_declaration
  (simple_identifier) @name
  (function_value_parameters) . [(user_type) (nullable_type)]? @type (function_body)? @body) @function
(function_declaration
  receiver: (receiver_type (user_type) @type)? (simple_identifier) @name
  (function_body . [(this_expression) (call_expression . (_) @callee)]) @custom.result)
(secondary_constructor (statements)? @body (#set! name "<init>")) @method

; Properties, and what names hold.
(property_declaration
  (variable_declaration (simple_identifier) @name . [(user_type) (nullable_type) (function_type)]? @type) . (_)? @value)
  @variable
(property_declaration
  (variable_declaration (simple_identifier) @name) (as_expression (_) . [(user_type) (nullable_type)] @custom.as))
(property_declaration (variable_declaration (simple_identifier) @name) (elvis_expression . (_) @custom.value))
(property_declaration
  (variable_declaration (simple_identifier) @name)
  (property_delegate
    (call_expression . (simple_identifier) @custom.lazy
      (call_suffix (annotated_lambda (lambda_literal (statements . (_) @value .)))))))
(class_parameter (binding_pattern_kind) (simple_identifier) @name . (_) @type) @variable
(class_parameter (simple_identifier) @local . (_) @type)
(parameter (simple_identifier) @local . (_) @type)
(parameter_with_optional_type (simple_identifier) @local (_)? @type)
(multi_variable_declaration (variable_declaration (simple_identifier) @local (_)? @type))
(for_statement . (variable_declaration (simple_identifier) @local (_)? @type))
(lambda_parameters (variable_declaration (simple_identifier) @local (_)? @type))
(when_subject (variable_declaration (simple_identifier) @local) . (_) @value)
(catch_block . (simple_identifier) @local . (_) @type)
(assignment . (directly_assignable_expression) @target . (_) @value .) @assign

; A lambda whose receiver is another object, and an extension of a literal.
(call_expression
  . [(simple_identifier) @word (navigation_expression (navigation_suffix (simple_identifier) @member))]
  (call_suffix (annotated_lambda (lambda_literal) @custom.receiving)))
(call_expression
  . (navigation_expression . (string_literal) (navigation_suffix (simple_identifier) @name))) @custom.literal

; What a test says of a name.
(if_expression condition: (check_expression . (simple_identifier) @subject "is" (user_type) @type .)
  consequence: (control_structure_body) @custom.narrow)
(when_expression . (when_entry
  . (when_condition (check_expression . (simple_identifier) @subject "is" (user_type) @type .))
  . (control_structure_body) @custom.narrow))
(when_expression
  (when_subject [(simple_identifier) @subject (variable_declaration (simple_identifier) @subject)])
  (when_entry . (when_condition (type_test (user_type) @type)) . (control_structure_body) @custom.narrow))

; Scopes.
[(lambda_literal) (anonymous_function) (getter) (setter) (anonymous_initializer)] @scope.function
[(control_structure_body) (for_statement) (when_expression) (try_expression) (catch_block)] @scope

; Annotations.
[
  (class_declaration (modifiers (annotation) @custom.annotation))
  (object_declaration (modifiers (annotation) @custom.annotation))
  (function_declaration (modifiers (annotation) @custom.annotation))
  (property_declaration (modifiers (annotation) @custom.annotation))
  (secondary_constructor (modifiers (annotation) @custom.annotation))
  (type_alias (modifiers (annotation) @custom.annotation))
]

; Packages.
(package_header (identifier) @package)
(package_header (identifier . (simple_identifier) @ignore))
(import_header (identifier . (simple_identifier) @ignore))
(import_header (import_alias (type_identifier) @ignore))
(import_header) @custom.import

; Strings and comments.
(string_literal) @string
[(line_comment) (multiline_comment)] @comment
