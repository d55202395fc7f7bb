; Rust. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls.
[(identifier) (type_identifier) (self) (crate) (super)] @head
(scoped_identifier path: (_) name: (_) @ignore)
(scoped_type_identifier path: (_) name: (_) @ignore)
(lifetime (identifier) @ignore)
(label (identifier) @ignore)
(token_tree [(identifier) (self) (crate) (super)] @ignore)
(token_tree_pattern [(identifier) (self) (crate) (super)] @ignore)
(self_parameter (self) @ignore)
(visibility_modifier [(self) (crate) (super)] @ignore)
(visibility_modifier (scoped_identifier path: [(self) (crate) (super)] @ignore))
(type_binding name: (_) @ignore)
(attribute (identifier) arguments: (_) @ignore)
(extern_crate_declaration (crate) @ignore)
(call_expression function: (_) @callee) @call
(struct_expression name: (_) @callee) @call
(macro_invocation macro: (_) @callee) @call
(parenthesized_expression (_) @inner) @wrap
(reference_expression value: (_) @inner) @wrap
(unary_expression (_) @inner) @wrap

; Definitions.
(mod_item name: (_) @name body: (_) @body) @class
(struct_item name: (_) @name body: (_)? @body) @class
(union_item name: (_) @name body: (_) @body) @class
(enum_item name: (_) @name body: (_) @body) @class
(trait_item name: (_) @name body: (_) @body) @class
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier)] @base))
(trait_item bounds: (trait_bounds (generic_type type: (_) @base)))
(source_file (type_item name: (_) @name type: [(type_identifier) (scoped_type_identifier)] @base) @class)
(source_file (type_item name: (_) @name type: (generic_type type: (_) @base)) @class)
(source_file (type_item name: (_) @name) @class)
(mod_item body: (declaration_list (type_item name: (_) @name) @class))
(associated_type name: (_) @ignore)
(type_item name: (_) @ignore)
(impl_item type: (_) @owner body: (declaration_list (function_item name: (_) @name body: (_) @body) @method))
(impl_item type: (_) @owner body: (declaration_list (const_item name: (_) @name type: (_) @type) @variable))
(impl_item trait: [(type_identifier) (scoped_type_identifier)] @base type: (_) @owner)
(impl_item trait: (generic_type type: (_) @base) type: (_) @owner)
(type_parameters (_ name: (_) @custom.parameter))
(function_item name: (_) @name body: (_) @body) @function
(function_signature_item name: (_) @name) @function
(macro_definition name: (_) @name . (macro_rule) @body) @function
(function_item return_type: (_) @returns)
(function_signature_item return_type: (_) @returns)
(const_item name: (_) @name type: (_) @type) @variable
(static_item name: (_) @name type: (_) @type) @variable
(struct_item body: (field_declaration_list (field_declaration name: (_) @name type: (_) @type) @variable))
(union_item body: (field_declaration_list (field_declaration name: (_) @name type: (_) @type) @variable))
(enum_item name: (_) @type body: (enum_variant_list (enum_variant name: (_) @name) @variable))
(attribute_item (attribute . (_) @name)) @custom.attribute

; Local names. Those in capitals in patterns are constants and variants; `finish` leaves them out.
(parameter pattern: (identifier) @local type: (_) @type)
(parameter pattern: (mut_pattern (identifier) @local) type: (_) @type)
(parameter pattern: (reference_pattern (identifier) @local) type: (_) @type)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local !type value: (_)? @value)
(let_declaration pattern: (identifier) @local type: (_) @type)
(for_expression pattern: (identifier) @local)
(let_condition pattern: (identifier) @local value: (_))
(match_pattern (identifier) @local)
(tuple_pattern (identifier) @local)
(slice_pattern (identifier) @local)
(tuple_struct_pattern type: (_) (identifier) @local)
(ref_pattern (identifier) @local)
(mut_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(captured_pattern . (identifier) @local)
(or_pattern (identifier) @local)
(shorthand_field_identifier) @local
(function_item type_parameters: (type_parameters (_ name: (type_identifier) @local)))
(function_signature_item type_parameters: (type_parameters (_ name: (type_identifier) @local)))
(struct_item type_parameters: (type_parameters (_ name: (type_identifier) @local)))
(enum_item type_parameters: (type_parameters (_ name: (type_identifier) @local)))
(trait_item type_parameters: (type_parameters (_ name: (type_identifier) @local)))
(type_item type_parameters: (type_parameters (_ name: (type_identifier) @local)))
(let_condition pattern: (tuple_struct_pattern type: (identifier) @variant . (identifier) @custom.held .) value: (_) @value)
(let_declaration
  pattern: (tuple_struct_pattern type: (identifier) @variant . (identifier) @custom.held .) value: (_) @value)
(assignment_expression left: [(identifier) (field_expression value: (self))] @target right: (_) @value) @assign

; Scopes.
(closure_expression) @scope.function
[(block) (match_arm) (for_expression) (if_expression) (while_expression)] @scope

; Modules.
(use_declaration argument: (_) @custom.use)
(mod_item name: (_) @custom.module !body)
(extern_crate_declaration name: (_) @module !alias (#set! name "")) @import
(extern_crate_declaration name: (_) @module alias: (_) @alias (#set! name "")) @import
(scoped_identifier path: (self) @own name: (_) @custom.own)
(scoped_type_identifier path: (self) @own name: (_) @custom.own)
(scoped_identifier path: [(identifier) (crate) (super)] @custom.path)
(scoped_type_identifier path: [(identifier) (crate) (super)] @custom.path)
(macro_invocation macro: (identifier) @custom.macro)

[(line_comment) (block_comment)] @comment
[(string_literal) (raw_string_literal)] @string
