; PHP. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
[(variable_name) (relative_scope)] @head
(function_call_expression function: (name) @head)
(object_creation_expression (name) @head)
(scoped_call_expression scope: (name) @head)
(scoped_property_access_expression scope: (name) @head)
(class_constant_access_expression . (name) @head)
(named_type (name) @head)
(base_clause (name) @head)
(class_interface_clause (name) @head)
(use_declaration (name) @head)
(attribute (name) @head)
(argument (name) @head)
(binary_expression (name) @head)
(return_statement (name) @head)
(assignment_expression right: (name) @head)
(array_element_initializer (name) @head)
(scoped_property_access_expression name: (variable_name) @ignore)
(function_call_expression function: (name) @custom.function)
(function_call_expression function: (_) @callee) @call
(member_call_expression name: (name) @called) @call
(nullsafe_member_call_expression name: (name) @called) @call
(scoped_call_expression name: (name) @called) @call
(object_creation_expression . [(name) (qualified_name) (variable_name)] @callee) @call
(attribute (_) @callee parameters: (_)) @call
(parenthesized_expression . (_) @inner .) @wrap
(clone_expression (_) @inner) @wrap
(qualified_name) @custom.qualified

; Definitions.
(class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @class
(trait_declaration name: (_) @name body: (_) @body) @class
(enum_declaration name: (_) @name body: (_) @body) @class
(anonymous_class body: (_) @body (#set! name "{}")) @class
(function_definition name: (_) @name body: (_)? @body) @function
(method_declaration name: (_) @name body: (_)? @body) @method
(const_declaration (const_element . (name) @name . (_) @value)) @variable
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @name) !default_value)) @variable
(property_declaration type: (_)? @type
  (property_element name: (variable_name (name) @name) default_value: (_) @value)) @variable
(enum_case name: (_) @name) @variable
(property_element name: (variable_name) @ignore)
(function_call_expression function: (name) @define arguments: (arguments . (argument (string) @text))
  (#text-is? @define "define")) @custom.define
(base_clause [(name) (qualified_name)] @base)
(class_interface_clause [(name) (qualified_name)] @base)
(use_declaration [(name) (qualified_name)] @base)
(function_definition return_type: (_) @returns)
(method_declaration return_type: (_) @returns)
(class_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))
(enum_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))
(method_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))
(function_definition attributes: (attribute_list (attribute_group (attribute) @decorator)))
(property_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))

(attribute_list) @custom.attributes

; Local names and what they hold.
(simple_parameter type: (_)? @type name: (variable_name) @local)
(variadic_parameter name: (variable_name) @local)
(property_promotion_parameter type: (_)? @type name: (variable_name) @local)
(property_promotion_parameter type: (_) @type name: (variable_name (name) @target) (#set! prefix "this.")) @assign
(assignment_expression left: (variable_name) @local.hoisted right: (_) @value)
(augmented_assignment_expression left: (variable_name) @local.hoisted operator: "??=" right: (_) @value)
(reference_assignment_expression left: (variable_name) @local.hoisted right: (_) @value)
(assignment_expression left: [(member_access_expression) (scoped_property_access_expression)] @target right: (_) @value)
  @assign
(augmented_assignment_expression left: [(member_access_expression) (scoped_property_access_expression)] @target
  operator: "??=" right: (_) @value) @assign
(foreach_statement . (_) . (variable_name) @local.hoisted)
(foreach_statement . (_) . (by_ref (variable_name) @local.hoisted))
(pair (variable_name) @local.hoisted)
(pair (by_ref (variable_name) @local.hoisted))
(list_literal (variable_name) @local.hoisted)
(catch_clause type: (type_list . (named_type) @type .) name: (variable_name) @local.hoisted)
(catch_clause name: (variable_name) @local.hoisted)
(static_variable_declaration name: (variable_name) @local.hoisted)
(global_declaration (variable_name) @local.hoisted)
(anonymous_function_use_clause (by_ref (variable_name) @local.hoisted))
[(anonymous_function) (arrow_function)] @scope.function

; Namespaces and other files.
(namespace_definition name: (_) @package)
(namespace_use_declaration) @custom.use
[(require_expression (_) @path) (require_once_expression (_) @path)
 (include_expression (_) @path) (include_once_expression (_) @path)] @custom.include

; Strings and comments.
[(string) (encapsed_string) (heredoc_body) (nowdoc_body)] @string
(comment) @comment
