"""Names that every Java file has without importing them, and methods of the standard library."""

_BUILTINS = """
AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException AssertionError
AutoCloseable Boolean Byte CharSequence Character Class ClassCastException ClassLoader ClassNotFoundException
CloneNotSupportedException Cloneable Comparable Deprecated Double Enum Error Exception ExceptionInInitializerError
Float FunctionalInterface IllegalAccessError IllegalAccessException IllegalArgumentException
IllegalMonitorStateException IllegalStateException IndexOutOfBoundsException InheritableThreadLocal
InstantiationException Integer InternalError InterruptedException Iterable LinkageError Long Math
NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchFieldException NoSuchMethodError
NoSuchMethodException NullPointerException Number NumberFormatException Object OutOfMemoryError Override Process
ProcessBuilder Readable Record ReflectiveOperationException Runnable Runtime RuntimeException SafeVarargs
SecurityException SecurityManager Short StackOverflowError StackTraceElement StackWalker StrictMath String
StringBuffer StringBuilder StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadDeath ThreadGroup
ThreadLocal Throwable TypeNotPresentException UnsatisfiedLinkError UnsupportedOperationException VirtualMachineError
Void boolean byte char double float int java javax long short var void
"""
BUILTINS = frozenset(_BUILTINS.split())

_MEMBERS = """
abs accept addFirst addLast addSuppressed allMatch allOf anyMatch anyOf apply arraycopy asList asSubclass
availableProcessors await boxed build cast ceiling charAt chars clone close collect compare compareTo
completedFuture computeIfAbsent computeIfPresent contains containsAll containsKey containsValue copyOf copyOfRange
countDown createTempFile currentThread currentTimeMillis deepEquals desiredAssertionStatus distinct doubleValue
emptyList emptyMap emptySet endsWith ensureCapacity entrySet equals equalsIgnoreCase execute exists fill
fillInStackTrace filter findAny findFirst flatMap floatValue floor flush forEach forName format future generate get
getAbsolutePath getAnnotation getAnnotations getBytes getCanonicalName getCause getClass getClassLoader
getConstructor getContextClassLoader getDeclaredAnnotation getDeclaredConstructor getDeclaredField getDeclaredFields
getDeclaredMethod getDeclaredMethods getDeclaringClass getEnumConstants getFields getFirst getId getInterfaces
getKey getLast getLocalizedMessage getLogger getMessage getMethod getMethods getModifiers getName getOrDefault
getPackage getParameterTypes getParameters getPath getProperty getResource getResourceAsStream getReturnType
getSimpleName getStackTrace getSuperclass getTime getType getTypeName getValue hasMoreElements hasMoreTokens hasNext
hashCode identity identityHashCode ifPresent indexOf inheritIO initCause insert intValue interrupt invoke
isAnnotationPresent isArray isAssignableFrom isBlank isDigit isDirectory isDone isEmpty isEnum isFile isInstance
isInterface isInterrupted isLetter isNaN isPresent isPrimitive iterator join keySet lastIndexOf length limit lines
list listFiles listIterator loadClass lock longValue mapToInt mapToObj matcher matches merge mkdirs nanoTime
newInstance nextElement nextInt nextToken nonNull noneMatch notify notifyAll of ofNullable offer orElse orElseGet
orElseThrow ordinal parallelStream parseInt parseLong peek poll printStackTrace println put putAll putIfAbsent quote
range reduce regionMatches remove removeIf replace replaceAll replaceFirst requireNonNull resolve retainAll rotate
run schedule setAccessible setCharAt setLength setName setStackTrace shuffle shutdown shutdownNow singletonList
sleep sort sorted split startsWith stream strip subList subSequence submit substring supplyAsync thenApply
thenCompose toArray toByteArray toCharArray toList toLowerCase toMap toPath toSet toString toUpperCase trim tryLock
unlock unmodifiableList unmodifiableMap value valueOf values wait
"""
MEMBERS = frozenset(_MEMBERS.split())
"""Methods of the standard library's types, which say nothing about a type of the project."""
