; Go. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls; a composite literal calls its type.
[(identifier) (type_identifier) (package_identifier)] @head
(qualified_type name: (_) @ignore)
(call_expression function: (_) @callee) @call
(composite_literal type: [(type_identifier) (qualified_type)] @callee) @call
(composite_literal type: (generic_type type: (_) @callee)) @call
(type_conversion_expression type: (generic_type type: (_) @callee)) @call
(call_expression
  function: (identifier) @allocate
  arguments: (argument_list . [(type_identifier) (qualified_type)] @type)) @custom.new
(call_expression
  function: (identifier) @allocate arguments: (argument_list . (generic_type type: (_) @type))) @custom.new
(call_expression
  function: (index_expression operand: [(identifier) (selector_expression)] @callee index: (_) @type)
  (#text-like? @type "^[*]?(\\w+[.])?([A-Z]|(u?int|string|float|bool|byte|rune|any|error)[0-9]*$)")) @call
(parenthesized_expression (_) @inner) @wrap
(unary_expression operator: ["&" "*"] operand: (_) @inner) @wrap
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @ignore))))
(literal_element (literal_value (keyed_element key: (literal_element (identifier) @ignore))))

; Types.
(type_declaration "type" . (type_spec
  name: (_) @name type: (struct_type (field_declaration_list) @body))) @class
(type_declaration "type" . (type_spec name: (_) @name type: (interface_type "{" @body))) @class
(type_declaration "type" . (type_spec name: (_) @name)) @class
(type_declaration "type" . (type_alias name: (_) @name)) @class
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @class
(type_spec name: (_) @name type: (interface_type "{" @body)) @class
(type_spec name: (_) @name) @class
(type_alias name: (_) @name) @class
(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (_) @name type: (_) @type) @variable)))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: [(type_identifier) (qualified_type)] @custom.embedded))))
(type_spec type: (struct_type (field_declaration_list
  (field_declaration !name type: (generic_type type: (_) @custom.embedded)))))
(type_spec type: (interface_type (method_elem name: (_) @name) @method))
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type)] @base .)))
(type_spec type: (interface_type (type_elem . (generic_type type: (_) @base) .)))
(type_spec type: [(type_identifier) (qualified_type)] @base)
(type_spec type: (generic_type type: (_) @base))
(type_alias type: [(type_identifier) (qualified_type)] @base)
(type_alias type: (generic_type type: (_) @base))
(type_parameter_declaration name: (identifier) @local)
(field_declaration tag: (_) @custom.tag)

; Functions and methods.
(function_declaration name: (_) @name body: (_)? @body) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner)) name: (_) @name body: (_)? @body) @method
(method_declaration receiver: (parameter_list (parameter_declaration
  type: (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local))))))
(method_declaration receiver: (parameter_list (parameter_declaration
  type: (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @local)))))))
(parameter_declaration name: (identifier) @local type: (_) @type)
(variadic_parameter_declaration name: (identifier) @local)
[
  (function_declaration result: (parameter_list . (parameter_declaration type: (_) @returns)))
  (method_declaration result: (parameter_list . (parameter_declaration type: (_) @returns)))
  (method_elem result: (parameter_list . (parameter_declaration type: (_) @returns)))
  (function_declaration result: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type) (channel_type)
    (function_type) (interface_type) (struct_type)] @returns)
  (method_declaration result: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type) (channel_type)
    (function_type) (interface_type) (struct_type)] @returns)
  (method_elem result: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (slice_type) (array_type) (map_type) (channel_type)
    (function_type) (interface_type) (struct_type)] @returns)
]

; Variables, and what they hold.
(var_spec . name: (identifier) @name !type value: (expression_list . (_) @value)) @variable
(var_spec name: (identifier) @name type: (_) @type) @variable
(var_spec name: (identifier) @name) @variable
(const_spec name: (identifier) @name type: (_)? @type) @variable
(short_var_declaration
  left: (expression_list . (identifier) @local) right: (expression_list . (_) @value))
(short_var_declaration left: (expression_list (_) . (identifier) @local))
(range_clause left: (expression_list (identifier) @local))
(receive_statement left: (expression_list (identifier) @local))
(type_assertion_expression type: (_) @type) @custom.assertion
(type_switch_statement alias: (expression_list (identifier) @local))
(type_switch_statement
  alias: (expression_list (identifier) @alias) (type_case . type: (_) @type . ":") @custom.case)
(assignment_statement
  left: (expression_list . [(identifier) (selector_expression)] @target) right: (expression_list . (_) @value)) @assign
(var_spec name: (identifier) @blank type: (_) @custom.promised value: (expression_list (_) @value)
  (#text-is? @blank "_"))

; Scopes.
(func_literal) @scope.function
[
  (block) (for_statement) (if_statement) (expression_switch_statement) (type_switch_statement) (select_statement)
  (expression_case) (default_case) (type_case) (communication_case) (function_type) (method_elem)
] @scope

; Packages.
(package_clause (package_identifier) @package)
(package_clause (_) @ignore)
(import_spec !name path: (_) @module) @custom.import
(import_spec name: (_) @alias path: (_) @module) @custom.import

; Strings and comments.
[(interpreted_string_literal) (raw_string_literal)] @string
(comment) @comment
