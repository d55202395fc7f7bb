; Java. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
[(identifier) (type_identifier) (this) (super)] @head
(method_invocation name: (_) @called) @call
(object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @callee) @call
(object_creation_expression type: (generic_type . (_) @callee)) @call
(parenthesized_expression (_) @inner) @wrap
(cast_expression type: [(type_identifier) (scoped_type_identifier)] @inner) @wrap
(cast_expression type: (generic_type . (_) @inner)) @wrap
(method_reference (_) (identifier) @ignore .)
(element_value_pair key: (_) @ignore)
(labeled_statement . (identifier) @ignore)
[(break_statement (identifier) @ignore) (continue_statement (identifier) @ignore)]

; Classes.
(class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @class
(enum_declaration name: (_) @name body: (_) @body) @class
(record_declaration name: (_) @name body: (_) @body) @class
(annotation_type_declaration name: (_) @name body: (_) @body) @class
(object_creation_expression
  type: [(type_identifier) (scoped_type_identifier)] @base (class_body) @class (#set! name "{}"))
(object_creation_expression type: (generic_type . (_) @base) (class_body) @class (#set! name "{}"))
(enum_declaration name: (_) @base body: (enum_body (enum_constant name: (_) @name body: (_) @body) @class))
(superclass [(type_identifier) (scoped_type_identifier)] @base)
(superclass (generic_type . (_) @base))
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base))
(super_interfaces (type_list (generic_type . (_) @base)))
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base))
(extends_interfaces (type_list (generic_type . (_) @base)))
(type_parameter (type_identifier) @local)

; Methods.
(method_declaration name: (_) @name body: (_)? @body) @method
(constructor_declaration name: (_) @name body: (_) @body (#set! name "<init>")) @method
(compact_constructor_declaration name: (_) @name body: (_) @body (#set! name "<init>")) @method
(annotation_type_element_declaration name: (_) @name) @method
(method_declaration type: (_) @returns)
(annotation_type_element_declaration type: (_) @returns)

; Fields, and what names hold.
(field_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value)) @variable
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value)) @variable
(enum_declaration name: (_) @type body: (enum_body (enum_constant name: (_) @name) @variable))
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name) @variable))
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (_) @local value: (_)? @value))
(formal_parameter type: (_) @type name: (_) @local)
(spread_parameter (variable_declarator name: (_) @local))
(catch_formal_parameter (catch_type . (_) @type) name: (_) @local)
(resource type: (_) @type name: (_) @local value: (_) @value)
(enhanced_for_statement type: (_) @type name: (_) @local)
(instanceof_expression right: (_) @type name: (_) @local)
(type_pattern (_) @type . (identifier) @local .)
(record_pattern_component (_) @type . (identifier) @local .)
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(assignment_expression left: [(identifier) (field_access object: (this))] @target right: (_) @value) @assign

; Scopes.
(lambda_expression) @scope.function
[
  (block) (for_statement) (enhanced_for_statement) (try_with_resources_statement) (catch_clause) (switch_block)
  (switch_rule) (switch_block_statement_group)
] @scope

; Annotations.
[
  (class_declaration (modifiers [(annotation) (marker_annotation)] @custom.annotation))
  (interface_declaration (modifiers [(annotation) (marker_annotation)] @custom.annotation))
  (enum_declaration (modifiers [(annotation) (marker_annotation)] @custom.annotation))
  (record_declaration (modifiers [(annotation) (marker_annotation)] @custom.annotation))
  (annotation_type_declaration (modifiers [(annotation) (marker_annotation)] @custom.annotation))
  (method_declaration (modifiers [(annotation) (marker_annotation)] @custom.annotation))
  (constructor_declaration (modifiers [(annotation) (marker_annotation)] @custom.annotation))
  (field_declaration (modifiers [(annotation) (marker_annotation)] @custom.annotation))
]

; Packages.
(package_declaration [(identifier) (scoped_identifier)] @package)
(package_declaration (_) @ignore)
(import_declaration (_) @ignore)
(import_declaration) @custom.import

; Strings and comments.
(string_literal) @string
[(line_comment) (block_comment)] @comment
