library;

export 'all.dart';
part 'part.dart';

void _help() {}
