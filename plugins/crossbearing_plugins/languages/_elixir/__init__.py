"""What the query of Elixir cannot say: forms that define, lexical aliases, clauses of one function, and modules."""
