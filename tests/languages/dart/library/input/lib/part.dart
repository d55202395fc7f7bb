part of 'main.dart';

class _Part { void run() => _help(); }
