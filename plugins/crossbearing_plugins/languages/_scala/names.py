"""Names that every Scala file has without importing them, and methods of the standard library."""

_BUILTINS = """
AbstractMethodError Any AnyRef AnyVal App Appendable Array ArrayBuffer ArrayIndexOutOfBoundsException
ArrayStoreException AssertionError AutoCloseable BigDecimal BigInt Boolean BufferedIterator Byte Char CharSequence
Character Class ClassCastException ClassLoader ClassNotFoundException CloneNotSupportedException Cloneable Comparable
Console Double Either Enumeration Equals Error Exception FallbackStringCanBuildFrom Float Fractional Function Function0
Function1 Function2 Function3 Function4 IllegalArgumentException IllegalStateException IndexOutOfBoundsException
IndexedSeq InheritableThreadLocal Int Integer Integral InterruptedException Iterable Iterator LazyList Left
LinkageError List Long Map Matchable Math NegativeArraySizeException Nil NoClassDefFoundError NoSuchElementException
NoSuchFieldException NoSuchMethodException None NotImplementedError Nothing Null NullPointerException Number
NumberFormatException Numeric Object Option Ordered Ordering OutOfMemoryError Override PartialFunction PartialOrdering
Process ProcessBuilder Product Proxy Range Readable Right Runnable Runtime RuntimeException SafeVarargs
SecurityException Seq SeqCharSequence Serializable Set Short Singleton Some Specializable StackOverflowError
StackTraceElement StrictMath String StringBuffer StringBuilder StringContext StringIndexOutOfBoundsException
SuppressWarnings Symbol System Thread ThreadLocal Throwable Traversable TraversableOnce Tuple Tuple1 Tuple2 Tuple3
Tuple4 Tuple5 Unit UnsupportedOperationException Vector VirtualMachineError Void asInstanceOf assert assume
boolean2Boolean byte2Byte char2Character classOf deprecated double2Double elidable eq float2Float getClass identity
implicitly inline int2Integer isInstanceOf java javax locally long2Long manifest native ne nn noinline optManifest
print printf println require scala specialized summon tailrec throws transient unchecked uncheckedStable valueOf
varargs volatile wait
"""
BUILTINS = frozenset(_BUILTINS.split())

_MEMBERS = """
+ ++ - -- /: :+ :: ::: \\ aggregate andThen appended appendedAll apply applyOrElse asInstanceOf asJava asScala
asserting collect collectFirst combinations companion compose contains containsSlice copy copyToArray corresponds count
diff distinct distinctBy drop dropRight dropWhile endsWith eq equals exists failed fallbackTo filter filterKeys
filterNot find findLast flatMap flatten fold foldLeft foldRight forall foreach format formatted getBytes getClass
getLines getMessage getOrElse getOrElseUpdate groupBy groupMap groupMapReduce grouped hasNext hashCode head headOption
indexOf indexWhere indices init inits intercept intersect invoke isBlank isDefined isDefinedAt isEmpty isFailure
isInstanceOf isLeft isRight isSuccess iterator keySet keys keysIterator last lastIndexOf lastIndexWhere lastOption
lazyZip left length lengthCompare lift lines map mapConserve mapValues max maxBy maxOption min minBy minOption mkString
ne next nonEmpty notify notifyAll onComplete onFailure onSuccess orElse orNull padTo par partition partitionMap patch
permutations prefixLength prepended prependedAll product projection r recover recoverWith reduce reduceLeft
reduceLeftOption reduceOption reduceRight replaceAll replaceAllIn result reverse reverseIterator right sameElements
scan scanLeft scanRight segmentLength should size slice sliding sortBy sortWith sorted span split splitAt startsWith
strip stripMargin stripPrefix stripSuffix subsetOf sum synchronized tail tails take takeRight takeWhile tap to toArray
toBoolean toBuffer toByte toChar toDouble toEither toFloat toIndexedSeq toInt toIterable toIterator toLeft toList
toLong toLowerCase toMap toOption toRight toSeq toSet toShort toStream toString toTry toUpperCase toVector transform
transpose traverse trim unapply unapplySeq union unit until unzip unzip3 updated value valuesIterator view when
withDefault withDefaultValue withFilter zip zipAll zipWithIndex
"""
MEMBERS = frozenset(_MEMBERS.split())
