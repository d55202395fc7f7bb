"""Names that every Dart file has without importing them, and members of the standard library's types."""

_BUILTINS = """
ArgumentError AssertionError BigInt Comparable Comparator ConcurrentModificationError DateTime Deprecated Duration
Enum Error Exception Expando Finalizer FormatException Function Future IndexError IntegerDivisionByZeroException
Invocation Iterable Iterator List Map MapEntry Match Never NoSuchMethodError Null Object OutOfMemoryError Pattern
RangeError Record RegExp RegExpMatch RuneIterator Runes Set Sink StackOverflowError StackTrace StateError Stopwatch
Stream String StringBuffer StringSink Symbol Type TypeError UnimplementedError UnsupportedError Uri UriData
WeakReference _ bool deprecated double dynamic false identical identityHashCode int null num override pragma print
proxy true void
"""
BUILTINS = frozenset(_BUILTINS.split())

_MEMBERS = """
abs addAll addEntries addError addPostFrameCallback addStream allMatches asBroadcastStream asMap asStream asyncExpand
asyncMap bitLength cancel cast ceil clamp codeUnitAt codeUnits compareTo complete completeError contains containsKey
containsValue createState dispose distinct elapsed elementAt endsWith entries every expand fillRange firstMatch
firstWhere fold followedBy forEach fromCharCode fromEnvironment fromIterable fromJson getRange hasMatch hashCode
inDays inMilliseconds inSeconds indexWhere initState insertAll isAfter isBefore isEmpty isEven isFinite isNaN
isNegative isNotEmpty isOdd iterator join keys lastWhere length listen matchAsPrefix moveNext noSuchMethod
notifyListeners onError padLeft padRight parse pause periodic pipe putIfAbsent reduce remainder removeAt removeLast
removeRange removeWhere replaceAll replaceAllMapped replaceFirst replaceRange resolve resume retainWhere round runes
runtimeType setAll setRange setState shuffle singleWhere skipWhile sort splitMapJoin startsWith sublist substring
takeWhile timeout toDouble toInt toIso8601String toJson toList toLocal toLowerCase toRadixString toSet toString
toStringAsFixed toUpperCase toUtc transform trim trimLeft trimRight truncate tryParse update updateAll whenComplete
where whereType writeAll writeCharCode writeln yield
"""
MEMBERS = frozenset(_MEMBERS.split())
"""Members of the standard library's and Flutter's types, which say nothing about a type of the project."""
