; Ruby. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls. Links without arguments are read from the text.
[(identifier) (constant) (self) (super) (instance_variable) (class_variable)] @head
(scope_resolution scope: (_) name: (_) @ignore)
(call receiver: (_) method: (_) @ignore)
(call method: (_) @called arguments: (_)) @call
(call method: (_) @called block: (_) !arguments) @call
(call receiver: (_) @callee method: (identifier) @new (#text-is? @new "new")) @custom.new
(parenthesized_statements . (_) @inner .) @wrap

; Classes, modules and methods.
(class name: (_) @name body: (_)? @body) @class
(module name: (_) @name body: (_)? @body) @class
[(class name: (scope_resolution) @custom.path) (module name: (scope_resolution) @custom.path)] @custom.nested
(superclass [(constant) (scope_resolution)] @base)
(method name: (_) @name body: (body_statement) @body) @method
(method name: (_) @name body: (_) @body) @method
(method name: (_) @name !body) @method
(singleton_method name: (_) @name body: (_) @body) @method
(singleton_method name: (_) @name !body) @method
(setter name: (_) @ignore)
(singleton_method object: (_) @ignore)
(assignment left: (constant) @name right: (_) @value) @variable
(operator_assignment left: (constant) @name operator: "||=" right: (_) @value) @variable
(assignment left: (constant) @name
  right: (call receiver: (constant) @maker block: (_) @body)
  (#text-is? @maker "Class" "Data" "Module" "Struct")) @class
(assignment left: (constant) @name
  right: (call receiver: (constant) @maker arguments: (argument_list . [(constant) (scope_resolution)] @base))
  (#text-is? @maker "Class")) @class
(assignment left: (constant) @name
  right: (call receiver: (constant) @maker !block)
  (#text-is? @maker "Data" "Struct")) @class
(assignment left: (constant)
  right: (call receiver: (constant) @maker arguments: (argument_list (simple_symbol) @member))
  (#text-is? @maker "Data" "Struct")) @custom.struct
(alias name: (_) @name alias: (_) @value) @custom.alias
(call !receiver method: (identifier) @macro
  arguments: (argument_list . [(simple_symbol) (string) (constant) (scope_resolution)])) @custom.macro

; Local names and what they hold.
(assignment left: (identifier) @local.hoisted right: (_) @value)
(operator_assignment left: (identifier) @local.hoisted operator: "||=" right: (_) @value)
(operator_assignment left: (identifier) @local.hoisted)
(left_assignment_list (identifier) @local.hoisted)
(destructured_left_assignment (identifier) @local.hoisted)
(rest_assignment (identifier) @local.hoisted)
(assignment left: (instance_variable) @target right: (_) @value) @assign
(assignment left: (class_variable) @target right: (_) @value) @assign
(operator_assignment left: [(instance_variable) (class_variable)] @target operator: "||=" right: (_) @value) @assign
(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
(block_parameters locals: (identifier) @local)
(lambda_parameters (identifier) @local)
(destructured_parameter (identifier) @local)
(optional_parameter name: (_) @local value: (_) @value)
(keyword_parameter name: (_) @local value: (_)? @value)
(splat_parameter name: (_) @local)
(hash_splat_parameter name: (_) @local)
(block_parameter name: (_) @local)
(rescue exceptions: (exceptions . (_) @type .) variable: (exception_variable (identifier) @local.hoisted))
(exception_variable (identifier) @local.hoisted)
(for pattern: (identifier) @local.hoisted)
(as_pattern name: (identifier) @local.hoisted)
(array_pattern (identifier) @local.hoisted)
(keyword_pattern value: (identifier) @local.hoisted)
(in_clause pattern: (identifier) @local.hoisted)
[(block) (do_block) (lambda)] @scope.function

; Strings and comments.
[(string) (heredoc_body)] @string
(comment) @comment
