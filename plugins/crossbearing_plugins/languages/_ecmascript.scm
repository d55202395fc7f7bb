; What JavaScript and TypeScript have in common. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
[(identifier) (this) (super) (shorthand_property_identifier)] @head
(call_expression function: (_) @callee) @call
(new_expression constructor: (_) @callee) @call
(await_expression (_) @inner) @wrap
(parenthesized_expression . (_) @inner .) @wrap

; Functions and classes.
(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(class_declaration name: (_) @name body: (_) @body) @class
(method_definition name: (_) @name body: (_) @body) @method
(variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body)) @function
(variable_declarator name: (identifier) @name value: (function_expression body: (_) @body)) @function
(variable_declarator name: (identifier) @name value: (generator_function body: (_) @body)) @function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @class
(variable_declarator name: (identifier) @name
  value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body) @class
(pair key: [(property_identifier) (string)] @name value: (arrow_function body: (_) @body)) @method
(pair key: [(property_identifier) (string)] @name value: (function_expression body: (_) @body)) @method
(pair key: (property_identifier) @name
  value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body) @class
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @owner property: (property_identifier) @prototype)
    property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]
  (#text-is? @prototype "prototype")) @method
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @function
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @name)
  right: (class body: (_) @body)) @class
(assignment_expression
  left: (member_expression object: (identifier)) @exports
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]
  (#set! name "default") (#text-is? @exports "module.exports")) @function
(assignment_expression
  left: (member_expression object: (identifier)) @exports
  right: (class body: (_) @body)
  (#set! name "default") (#text-is? @exports "module.exports")) @class
(export_statement value: (arrow_function body: (_) @body) (#set! name "default")) @function
(export_statement value: (function_expression body: (_) @body) (#set! name "default")) @function
(export_statement value: (class body: (_) @body) (#set! name "default")) @class
(export_statement value: (object) @body (#set! name "default")) @class
(export_statement value: (call_expression) @value (#set! name "default")) @variable
(export_statement value: (new_expression) @value (#set! name "default")) @variable
(object [(method_definition) (pair value: [(arrow_function) (function_expression)])] (#set! name "{}")) @class
(class body: (_) @body (#set! name "{}")) @class

; Variables, and what they hold.
(variable_declaration
  (variable_declarator name: (identifier) @local.hoisted value: (_)? @value))
(for_in_statement left: (identifier) @local right: (_))
(pair_pattern value: (identifier) @local)
(shorthand_property_identifier_pattern) @local
(object_assignment_pattern left: (shorthand_property_identifier_pattern) @local)
(array_pattern (identifier) @local)
(rest_pattern (identifier) @local)
(assignment_pattern left: (identifier) @local)
(arrow_function parameter: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(function_expression name: (identifier) @ignore)
(generator_function name: (identifier) @ignore)
[(class name: (_) @ignore) (import) @ignore]
(assignment_expression
  left: [(identifier) (member_expression object: (this))] @target right: (_) @value) @assign

; Scopes.
[(arrow_function) (function_expression) (generator_function) (class_static_block)] @scope.function
[(statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body)] @scope

; Modules.
(import_statement (import_clause (identifier) @alias) source: (string) @module (#set! name "default")) @import
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module (#set! name "")) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @name !alias))) source: (string) @module) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @name alias: (_) @alias))) source: (string) @module) @import
(import_statement . (string) @module (#set! name "") (#set! alias "")) @import
(export_statement "*" . "from" source: (string) @module (#set! name "*")) @import
(export_statement (namespace_export (_) @alias) source: (string) @module (#set! name "")) @import
(export_statement
  (export_clause (export_specifier name: (_) @name !alias)) source: (string) @module) @import
(export_statement
  (export_clause (export_specifier name: (_) @name alias: (_) @alias)) source: (string) @module) @import
(export_statement declaration: [
  (function_declaration name: (_) @name) (generator_function_declaration name: (_) @name) (class_declaration name: (_) @name)
  (lexical_declaration (variable_declarator name: (identifier) @name))
  (variable_declaration (variable_declarator name: (identifier) @name))]) @export
(export_statement "default" declaration: [
  (function_declaration name: (_) @custom.default) (generator_function_declaration name: (_) @custom.default)
  (class_declaration name: (_) @custom.default)])
(export_statement "default" (#set! name "default")) @export
(export_statement (export_clause (export_specifier name: (_) @name !alias)) source: (_)) @export
(export_statement (export_clause (export_specifier alias: (_) @name)) source: (_)) @export
(export_statement (namespace_export (_) @name)) @export
(export_statement !source (export_clause (export_specifier name: (_) @ignore) @custom.renamed))
(export_statement value: (identifier) @custom.default)
(variable_declarator
  name: (identifier) @alias
  value: (call_expression function: (identifier) @require arguments: (arguments . (string) @module))
  (#text-is? @require "require")) @custom.require
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (call_expression function: (identifier) @require arguments: (arguments . (string) @module))
  (#text-is? @require "require")) @custom.require
(variable_declarator
  name: (object_pattern (pair_pattern key: (_) @name value: (identifier) @alias))
  value: (call_expression function: (identifier) @require arguments: (arguments . (string) @module))
  (#text-is? @require "require")) @custom.require
(variable_declarator
  name: (identifier) @alias
  value: (member_expression
    object: (call_expression function: (identifier) @require arguments: (arguments . (string) @module))
    property: (property_identifier) @name)
  (#text-is? @require "require")) @custom.require
(variable_declarator
  name: (identifier) @namespace
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @module))))
  @custom.require
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @module))))
  @custom.require
(variable_declarator
  name: (identifier) @alias
  value: (call_expression
    function: [(identifier) (member_expression)] @lazy
    arguments: (arguments . (arrow_function
      body: (call_expression function: (import) arguments: (arguments . (string) @module)))))
  (#text-like? @lazy "^(React\\.)?(lazy|loadable|dynamic|defineAsyncComponent)$")) @custom.require
(call_expression
  function: (identifier) @require arguments: (arguments . (string) @module)
  (#text-is? @require "require")) @custom.required
(call_expression function: (import) arguments: (arguments . (string) @module)) @custom.required
(assignment_expression
  left: (member_expression object: (identifier)) @exports
  right: (_) @value
  (#text-is? @exports "module.exports")) @custom.exports
(assignment_expression
  left: (member_expression object: (_) @object property: (property_identifier) @name)
  right: (_) @value
  (#text-like? @object "^(module\\.)?exports$")) @custom.exported

; Decorators, strings and comments.
(decorator (_) @decorator)
[(string) (template_string)] @string
(comment) @comment
