"""Names that every Kotlin file has without importing them, and methods of the standard library."""

_BUILTINS = """
AbstractMethodError Annotation Any ArithmeticException Array ArrayDeque ArrayIndexOutOfBoundsException ArrayList
AssertionError AutoCloseable Boolean BooleanArray Byte ByteArray Char CharArray CharProgression CharRange CharSequence
Character Class ClassCastException ClassLoader ClassNotFoundException Cloneable Closeable Collection Comparable
Comparator ConcurrentModificationException DeepRecursiveFunction Deprecated DeprecationLevel Double DoubleArray
DslMarker Enum Error Exception ExperimentalStdlibApi ExperimentalUnsignedTypes Float FloatArray Function HashMap
HashSet IllegalArgumentException IllegalStateException IndexOutOfBoundsException Int IntArray IntProgression IntRange
Integer InterruptedException Iterable Iterator JvmDefault JvmField JvmInline JvmMultifileClass JvmName JvmOverloads
JvmRecord JvmStatic JvmSuppressWildcards JvmSynthetic JvmWildcard KotlinVersion Lazy LazyThreadSafetyMode LinkageError
LinkedHashMap LinkedHashSet List ListIterator Long LongArray LongProgression LongRange Map Math Metadata
MutableCollection MutableIterable MutableIterator MutableList MutableListIterator MutableMap MutableSet
NoSuchElementException NoSuchFieldException NoSuchMethodException NotImplementedError Nothing NullPointerException
Number NumberFormatException Object OptIn OutOfMemoryError OverloadResolutionByLambdaReturnType Override Pair
ParameterName Process ProcessBuilder PublishedApi RandomAccess Regex RegexOption ReplaceWith RequiresOptIn Result
Runnable Runtime RuntimeException SafeVarargs SecurityException Sequence Set Short ShortArray SinceKotlin
StackOverflowError StackTraceElement StrictMath Strictfp String StringBuffer StringBuilder SubclassOptInRequired
Suppress Suspend Synchronized System TODO Thread ThreadLocal Throwable Throws Transient Triple Typography UByte
UByteArray UInt UIntArray UIntRange ULong ULongArray ULongRange UShort UShortArray UninitializedPropertyAccessException
Unit UnsafeVariance UnsupportedOperationException UseExperimental Void Volatile also apply arrayListOf arrayOf
arrayOfNulls assert booleanArrayOf buildList buildMap buildSet buildString byteArrayOf charArrayOf check checkNotNull
compareBy compareByDescending compareValues compareValuesBy doubleArrayOf emptyArray emptyList emptyMap emptySequence
emptySet enumValueOf enumValues error field floatArrayOf generateSequence hashMapOf hashSetOf intArrayOf iterator java
javaClass javax kotlin lazy lazyOf let linkedMapOf linkedSetOf linkedStringMapOf listOf listOfNotNull longArrayOf mapOf
maxOf minOf mutableListOf mutableMapOf mutableSetOf nullsFirst nullsLast print println readLine readln repeat require
requireNotNull run runCatching sequence sequenceOf setOf setOfNotNull shortArrayOf sortedMapOf sortedSetOf suspend
synchronized takeIf takeUnless to typeOf ubyteArrayOf use with
"""
BUILTINS = frozenset(_BUILTINS.split())

_MEMBERS = """
add addLast also and append apply asFlow asIterable asList asReversed asSequence asStateFlow associate associateBy
associateWith async average await awaitAll cancel ceil chunked clear close coerceAtLeast coerceAtMost coerceIn collect
collectLatest component1 component2 component3 contains containsAll containsValue contentEquals contentHashCode
contentToString copyInto copyOf copyOfRange countDown create createNewFile dec decapitalize delay deleteRecursively
distinct distinctBy div downTo drop dropLast dropWhile elementAt elementAtOrNull emit ensureActive equals filterIndexed
filterIsInstance filterKeys filterNot filterNotNull filterTo filterValues findLast first firstOrNull flatMapLatest
flatMapTo floor flowOn flush foldIndexed forEachIndexed get getAndIncrement getAndSet getOrDefault getOrElse getOrNull
getOrPut getOrThrow groupBy groupingBy ifBlank ifEmpty inc incrementAndGet indices intern intersect inv invoke isActive
isBlank isDigit isDirectory isEmpty isFailure isFile isLetter isNotBlank isNotEmpty isNullOrBlank isNullOrEmpty
isSuccess iterator javaClass join joinTo joinToString last lastOrNull launch launchIn let lines listFiles listIterator
lowercase mapIndexed mapIndexedNotNull mapKeys mapLatest mapNotNull mapTo mapValues maxBy maxByOrNull maxOf maxOrNull
maxWith minBy minByOrNull minOf minOrNull minus minusAssign mkdirs mod nextInt nextLong none not offer onCompletion
onEach onFailure onStart onSuccess or ordinal padEnd padStart parallelStream parentFile partition plus plusAssign poll
put putAll rangeTo read readBytes readLine readLines readText receive recover reduceOrNull remove removeAt removeFirst
removeIf removeLast removePrefix removeSuffix removeSurrounding repeat replaceAfter replaceBefore replaceFirst
replaceFirstChar requireNotNull resume resumeWith retainAll reversed reversedArray run runCatching runningFold scan
send set setOf shl shr shuffled single singleOrNull size sliceArray sortBy sortByDescending sortDescending sortWith
sorted sortedBy sortedByDescending sortedDescending sortedWith split splitToSequence stateIn step subList submit
substringAfter substringAfterLast substringBefore substringBeforeLast sum sumBy sumOf takeIf takeLast takeUnless
takeWhile times to toBoolean toByte toByteArray toCharArray toDouble toDoubleOrNull toFloat toHashSet toInt toIntOrNull
toLong toLongOrNull toMap toMutableList toMutableMap toMutableSet toPair toRegex toSet toShort toSortedMap toSortedSet
toTypedArray toUInt toULong trimIndent trimMargin tryEmit tryLock unaryMinus until update uppercase use useLines ushr
windowed withContext withIndex write writeBytes writeText xor zip zipWithNext
"""
MEMBERS = frozenset(_MEMBERS.split())
