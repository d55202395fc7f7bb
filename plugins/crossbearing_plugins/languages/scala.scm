; Scala 2 and 3. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
[(identifier) (type_identifier)] @head
(call_expression function: [(identifier) (field_expression) (call_expression)] @callee) @call
(call_expression function: (generic_function function: (_) @callee)) @call
(call_expression function: (instance_expression) @callee) @call
(instance_expression . [(type_identifier) (stable_type_identifier)] @callee) @call
(instance_expression . (generic_type type: (_) @callee)) @call
(instance_expression . (compound_type base: (type_identifier) @callee)) @call
(instance_expression . (compound_type base: (generic_type type: (_) @callee))) @call
(infix_expression left: (_) operator: (identifier) @called right: (_)) @call
(parenthesized_expression (_) @inner) @wrap
(interpolated_string_expression interpolator: (identifier) @ignore)
(arguments (assignment_expression left: (identifier) @ignore))

; Classes.
(class_definition name: (_) @name body: (_)? @body) @class
(trait_definition name: (_) @name body: (_)? @body) @class
(object_definition name: (_) @name body: (_)? @body) @class
(enum_definition name: (_) @name body: (_)? @body) @class
(enum_definition name: (_) @base body: (enum_body (enum_case_definitions (full_enum_case name: (_) @name) @class)))
(enum_definition name: (_) @type body: (enum_body (enum_case_definitions (simple_enum_case name: (_) @name) @variable)))
(given_definition name: (_) @name return_type: (_) @base body: [(with_template_body) (template_body)] @body) @class
(given_definition
  return_type: (_) @base body: [(with_template_body) (template_body)] @body (#set! name "given")) @class
(given_definition name: (_) @name return_type: (_) @type) @variable
(instance_expression . (type_identifier) @base (template_body) @body (#set! name "{}")) @class
(instance_expression . (stable_type_identifier) @base (template_body) @body (#set! name "{}")) @class
(instance_expression . (generic_type type: (_) @base) (template_body) @body (#set! name "{}")) @class
(instance_expression
  . (compound_type . [(type_identifier) (stable_type_identifier) (generic_type)] @base) (template_body) @body
  (#set! name "{}")) @class
(instance_expression (compound_type (_) [(type_identifier) (stable_type_identifier) (generic_type)] @base) (template_body))
(call_expression
  function: (instance_expression . [(type_identifier) (stable_type_identifier) (generic_type)] @base)
  arguments: (colon_argument) @body (#set! name "{}")) @class
(extends_clause [(type_identifier) (stable_type_identifier)] @base)
(extends_clause (generic_type type: (_) @base))
(extends_clause (compound_type [(type_identifier) (stable_type_identifier)] @base))
(extends_clause (compound_type (generic_type type: (_) @base)))
(simple_enum_case extend: (extends_clause (_) @custom.case))
(derives_clause (type_identifier) @base)
(type_parameters [(identifier) (type_identifier)] @custom.parameter)
(covariant_type_parameter name: (_) @custom.parameter)
(contravariant_type_parameter name: (_) @custom.parameter)
(access_qualifier (identifier) @ignore)
(type_definition name: (_) @name type: [(type_identifier) (stable_type_identifier)] @value) @variable
(type_definition name: (_) @name) @variable

; Functions.
(function_definition name: (_) @name body: (_)? @body) @function
(function_declaration name: (_) @name) @function
(function_definition return_type: (_) @returns)
(function_declaration return_type: (_) @returns)
(function_definition
  name: (_) @name !return_type
  body: [
    (call_expression function: (_) @callee)
    (instance_expression . [(type_identifier) (stable_type_identifier) (generic_type)] @callee)
    (identifier) @callee]) @custom.result

; What names hold.
(val_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @variable
(var_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @variable
(val_definition pattern: (tuple_pattern (identifier) @name)) @variable
(val_definition pattern: (identifiers (identifier) @name)) @variable
(val_declaration name: (_) @name type: (_) @type) @variable
(var_declaration name: (_) @name type: (_) @type) @variable
(class_parameter name: (_) @name type: (_) @type) @variable
(parameter name: (_) @local type: (_) @type)
(binding name: (_) @local type: (_)? @type)
(lambda_expression parameters: (identifier) @local)
(enumerator . (identifier) @local "=" . (_) @value)
(enumerator . (identifier) @local "<-")
(enumerator . (typed_pattern pattern: (identifier) @local type: (_) @type))
(case_clause pattern: (identifier) @local)
(typed_pattern pattern: (identifier) @local type: (_) @type)
(capture_pattern name: (identifier) @local pattern: (case_class_pattern type: (_) @type))
(capture_pattern name: (identifier) @local)
(tuple_pattern (identifier) @local)
(case_class_pattern (identifier) @local)
(infix_pattern left: (identifier) @local)
(infix_pattern right: (identifier) @local)
(class_definition name: (_) @type body: (template_body (self_type . (identifier) @local)))
(trait_definition name: (_) @type body: (template_body (self_type . (identifier) @local)))
(assignment_expression left: [(identifier) (field_expression value: (identifier))] @target right: (_) @value) @assign

; Scopes.
[(lambda_expression) (extension_definition)] @scope.function
[(block) (indented_block) (case_clause) (for_expression) (catch_clause)] @scope

; Annotations.
[
  (class_definition (annotation) @custom.annotation)
  (trait_definition (annotation) @custom.annotation)
  (object_definition (annotation) @custom.annotation)
  (enum_definition (annotation) @custom.annotation)
  (function_definition (annotation) @custom.annotation)
  (function_declaration (annotation) @custom.annotation)
  (val_definition (annotation) @custom.annotation)
  (var_definition (annotation) @custom.annotation)
]

; Packages.
(package_clause) @custom.package
(package_object) @custom.object
(package_identifier . (identifier) @ignore)
(import_declaration) @custom.import
(export_declaration path: (_) @ignore)

; Strings and comments.
[(string) (interpolated_string)] @string
[(comment) (block_comment)] @comment
