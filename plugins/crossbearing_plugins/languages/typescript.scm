; What TypeScript adds to JavaScript.
(type_identifier) @head
(nested_type_identifier name: (_) @ignore)
(function_signature name: (_) @name) @function
(abstract_class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @class
(type_alias_declaration name: (_) @name) @class
(enum_declaration name: (_) @name body: (_) @body) @class
(internal_module name: (_) @name body: (_) @body) @class
(module name: (identifier) @name body: (_) @body) @class
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(property_signature name: (_) @name type: (type_annotation (_) @type)) @variable
(enum_body name: (_) @name @variable)
(enum_assignment name: (_) @name) @variable
(extends_clause value: [(identifier) (member_expression) (call_expression)] @base)
(implements_clause [(type_identifier) (nested_type_identifier)] @base)
(implements_clause (generic_type name: (_) @base))
(extends_type_clause type: [(type_identifier) (nested_type_identifier)] @base)
(extends_type_clause type: (generic_type name: (_) @base))
(type_parameter name: (_) @local)
[(type_alias_declaration) (function_type) (call_signature) (construct_signature)] @scope

(lexical_declaration (variable_declarator name: (identifier) @name !type value: (_)? @value) @variable)
(lexical_declaration (variable_declarator name: (identifier) @name type: (type_annotation (_) @type)) @variable)
(variable_declaration (variable_declarator name: (identifier) @local.hoisted type: (type_annotation (_) @type)))
(public_field_definition name: (_) @name value: (arrow_function body: (_) @body)) @method
(public_field_definition name: (_) @name !type value: (_)? @value) @variable
(public_field_definition name: (_) @name type: (type_annotation (_) @type)) @variable
(required_parameter pattern: (identifier) @local !type)
(required_parameter pattern: (identifier) @local type: (type_annotation (_) @type))
(optional_parameter pattern: (identifier) @local !type)
(optional_parameter pattern: (identifier) @local type: (type_annotation (_) @type))
(required_parameter (accessibility_modifier) pattern: (identifier) @target
  type: (type_annotation (_) @type) (#set! prefix "this.")) @assign
(optional_parameter (accessibility_modifier) pattern: (identifier) @target
  type: (type_annotation (_) @type) (#set! prefix "this.")) @assign

[
  (function_declaration return_type: (type_annotation (_) @returns))
  (function_signature return_type: (type_annotation (_) @returns))
  (method_definition return_type: (type_annotation (_) @returns))
  (method_signature return_type: (type_annotation (_) @returns))
  (abstract_method_signature return_type: (type_annotation (_) @returns))
  (arrow_function return_type: (type_annotation (_) @returns))
  (function_expression return_type: (type_annotation (_) @returns))
]
(import_statement (import_require_clause (identifier) @alias source: (string) @module) (#set! name "default")) @import
(export_statement "=" (identifier) @custom.default)
(export_statement declaration: [
  (interface_declaration name: (_) @name) (type_alias_declaration name: (_) @name) (enum_declaration name: (_) @name)
  (abstract_class_declaration name: (_) @name) (internal_module name: (_) @name)
  (function_signature name: (_) @name)]) @export
(export_statement "default" declaration: [
  (interface_declaration name: (_) @custom.default) (abstract_class_declaration name: (_) @custom.default)])
