"""Names that every C# program has without importing a package of the project."""

_BUILTINS = """
Action Activator AggregateException AppContext AppDomain ArgumentException ArgumentNullException
ArgumentOutOfRangeException Array ArrayList AsyncLocal Attribute AttributeTargets AttributeUsage BindingFlags
BitConverter
Boolean Buffer Byte CallerMemberName CancellationToken CancellationTokenSource Char Comparer ConcurrentDictionary
ConcurrentQueue Console Convert CultureInfo DateTime DateTimeKind DateTimeOffset Debug Decimal Delegate Dictionary
Directory DirectoryInfo Double Encoding Enum Enumerable Environment EqualityComparer EventArgs EventHandler Exception
Expression File FileInfo FileMode FileStream Flags FormatException Func GC Guid HashSet HttpClient IAsyncDisposable
IAsyncEnumerable ICollection IComparable IComparer IDictionary IDisposable IEnumerable IEnumerator IEqualityComparer
IEquatable IFormatProvider IList IOException IQueryable IReadOnlyCollection IReadOnlyDictionary IReadOnlyList
IServiceProvider ISet IndexOutOfRangeException Int16 Int32 Int64 Interlocked InvalidCastException
InvalidOperationException KeyNotFoundException KeyValuePair Lazy LinkedList List Math MemoryStream MethodInfo
MethodImpl MethodImplOptions Monitor Mutex NotImplementedException NotSupportedException Nullable Object
ObjectDisposedException Obsolete OperationCanceledException Path Predicate Process Queue Random ReadOnlySpan Regex
RegexOptions SemaphoreSlim Serializable Single SortedDictionary Span Stack Stopwatch Stream StreamReader StreamWriter
String StringBuilder StringComparer StringComparison StringReader StringWriter StructLayout Task TaskCompletionSource
TextReader TextWriter Thread ThreadPool ThreadStatic TimeSpan Timer Tuple Type TypeCode UInt16 UInt32 UInt64 Uri
ValueTask ValueTuple Version Volatile WeakReference XmlReader XmlWriter
add alias and args ascending async await by descending dynamic equals field file from get global group init into join
let
nameof nint not notnull nuint on or orderby partial record remove required scoped select set unmanaged value var when
where with yield _
"""
BUILTINS = frozenset(_BUILTINS.split())

_MEMBERS = """
Add AddRange Aggregate All Any Append AppendFormat AppendLine AsReadOnly AsSpan AsTask Average Cancel Cast Clear Clone
Close Combine Compare CompareExchange CompareTo Concat ConfigureAwait Contains ContainsKey ContinueWith Copy CopyTo
CopyToAsync Count Create CreateInstance Current Decrement DefaultIfEmpty Dequeue Dispose DisposeAsync Distinct ElementAt
EndsWith Enqueue Enter Equals Except Exists Exit Find FindAll First FirstOrDefault Flush FlushAsync ForEach Format
FromResult GetAwaiter GetBytes GetCustomAttribute GetCustomAttributes GetEnumerator GetHashCode GetMethod GetMethods
GetName GetOrAdd GetProperties GetProperty GetResult GetService GetString GetType GetValue GetValueOrDefault GroupBy
Increment IndexOf Insert Intersect Invoke IsMatch IsNullOrEmpty IsNullOrWhiteSpace Join Last LastIndexOf LastOrDefault
Length Match Matches Max Min MoveNext Next OfType Open OpenAsync OrderBy OrderByDescending PadLeft PadRight Parse Peek
Pop Push Range Read ReadAsync ReadByte ReadLine ReadToEnd ReadToEndAsync Release Remove RemoveAll RemoveAt Repeat
Replace
Reset Reverse Run Select SelectMany SequenceEqual Set SetResult SetValue Single SingleOrDefault Skip Sleep Sort Split
Start StartsWith Stop Substring Sum Take ThenBy ToArray ToBase64String ToDictionary ToHashSet ToList ToLower
ToLowerInvariant ToLookup ToString ToUpper ToUpperInvariant Trim TrimEnd TrimStart TryAdd TryDequeue TryGetValue
TryParse
TryRemove Union Wait WaitAsync WaitOne Where Write WriteAsync WriteByte WriteLine WriteLineAsync Zip
"""
MEMBERS = frozenset(_MEMBERS.split())
"""Methods of the base class library, which say nothing about a class of the project."""
