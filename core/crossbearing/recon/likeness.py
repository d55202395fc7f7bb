"""Whether a value of one type may be given for a parameter of another, by the words of the types."""

_ALIKE = (
    frozenset({"string", "String", "str", "CharSequence", "string_view", "StaticString", "StringProtocol"}),
    frozenset({"int", "Int", "Integer", "Int32", "int32_t"}),
    frozenset({"long", "Long", "Int64", "int64_t"}),
    frozenset({"double", "Double", "Float64"}),
    frozenset({"float", "Float"}),
    frozenset({"boolean", "bool", "Boolean", "Bool"}),
    frozenset({"char", "Character", "Char"}),
    frozenset({"Class", "KClass"}),
)
_WIDER = {
    "int": frozenset({"long", "Long", "Int64", "int64_t", "short", "byte", "unsigned", "UInt", "uint32_t", "uint64_t"})
    | frozenset({"size_t", "double", "float", "Double", "Float", "Number", "Any", "Object", "object"}),
    "long": frozenset({"Number", "double", "float", "Any", "Object", "object"}),
    "double": frozenset({"float", "Float", "Number", "CGFloat", "Any", "Object", "object"}),
    "float": frozenset({"double", "Double", "Number", "Any", "Object", "object"}),
}
_PLAIN = frozenset().union(*_ALIKE, ("short", "Short", "byte", "Byte", "Number"))
_ANYTHING = frozenset({"Any", "Object", "object", "AnyObject", "id"})
_SAME, _WIDENED, _MAYBE, _NEVER = 4, 3, 1, -4


def type_fit(given: str, declared: frozenset[str]) -> int:
    """How well a type fits the words of a declared one: positive where it does, negative where it cannot."""
    same = next((names for names in _ALIKE if given in names), frozenset((given,)))
    if same & declared:
        return _SAME
    kind = next((kind for kind in _WIDER if kind in same), "")
    if kind and _WIDER[kind] & declared:
        return _WIDENED
    if not declared or _ANYTHING & declared or any(len(word) == 1 for word in declared):
        return _MAYBE
    # What is plain is nothing else; of other classes, one may inherit from the other.
    return _NEVER if given in _PLAIN or declared & _PLAIN else 0
