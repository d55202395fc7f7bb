; Elixir, in which nearly everything is a call. See _treesitter/__init__.py for what the captures mean.

; Names that may begin a chain, and calls. A bare name is a variable, unless it is piped into or captured.
(alias) @head
(call target: (identifier) @callee) @call
(call target: (dot) @callee (arguments)) @call
(binary_operator operator: "|>" right: (identifier) @callee @call)
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @head operator: "/" right: (integer)))
(unary_operator operator: "@" operand: (identifier)) @head

; What defines and imports.
(call target: (identifier) @form (arguments) @arguments
  (#text-is? @form
    "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp" "defstruct" "defexception"
    "defmodule" "defprotocol" "defimpl" "alias" "import" "require" "use")) @custom.form
(call target: (identifier) @form (do_block) @arguments (#text-is? @form "quote")) @custom.form
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments) @arguments)) @custom.attribute

; Strings and comments.
(string) @string
(sigil (sigil_name) @name (#text-is? @name "H")) @custom.template
(comment) @comment
