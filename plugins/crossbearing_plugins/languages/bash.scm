; Shell scripts. See _treesitter/__init__.py for what the captures mean.

; Names of commands and variables.
(command name: (command_name . (word) @callee .)) @call
(command_name . (word) @head)
(variable_name) @head

; Functions and variables.
(function_definition name: (word) @name body: (_) @body) @function
(variable_assignment name: (variable_name) @custom.assigned)
(variable_assignment name: (subscript name: (variable_name) @ignore))
(declaration_command) @custom.declared
(for_statement variable: (variable_name) @custom.loop)
(command
  name: (command_name . (word) @command .)
  (#text-is? @command
    "source" "." "load" "run" "trap" "eval" "time" "complete" "bats_load_library" "read" "mapfile" "readarray" "getopts"
    "try" "retry" "once" "call" "exec")) @custom.command

; Strings and comments.
[(string) (raw_string) (heredoc_body)] @string
(comment) @comment
