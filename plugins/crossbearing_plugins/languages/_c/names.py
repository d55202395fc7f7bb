"""Names that are no project's own: functions, macros and types of the standard library and of POSIX."""

_STANDARD_TEXT = """
FILE DIR NULL EOF EXIT_FAILURE EXIT_SUCCESS RAND_MAX SEEK_CUR SEEK_END SEEK_SET BUFSIZ CHAR_BIT INT_MAX INT_MIN
LONG_MAX LONG_MIN UINT_MAX ULONG_MAX SIZE_MAX INT8_MAX INT16_MAX INT32_MAX INT64_MAX UINT8_MAX UINT16_MAX UINT32_MAX
UINT64_MAX INT32_MIN INT64_MIN PRId64 PRIu64 PRIx64 bool true false size_t ssize_t ptrdiff_t intptr_t uintptr_t
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t off_t time_t clock_t pid_t uid_t gid_t mode_t
wchar_t va_list jmp_buf pthread_t pthread_mutex_t pthread_cond_t pthread_attr_t stdin stdout stderr errno environ
abort abs accept access acos aligned_alloc alloca asctime asin assert atan atan2 atexit atof atoi atol atoll bind
bsearch calloc ceil ceilf clock clock_gettime close closedir connect cos cosf ctime difftime div dup dup2 exit exp
expf fabs fabsf fclose fcntl fdopen feof ferror fflush fgetc fgets fileno floor floorf fmod fopen fork fprintf fputc
fputs fread free freopen fseek fseeko fstat ftell ftello ftruncate fwrite getc getchar getcwd getenv getopt
getopt_long getpid gettimeofday gmtime htonl htons ioctl isalnum isalpha isascii isatty isblank iscntrl isdigit
isfinite isgraph isinf islower isnan isprint ispunct isspace isupper isxdigit kill labs ldexp listen llabs localtime
localtime_r log log10 log2 logf longjmp lseek lstat malloc memchr memcmp memcpy memmove memset mkdir mkstemp mktime
mmap modf munmap nanosleep ntohl ntohs open opendir perror pipe poll posix_memalign pow powf printf
pthread_cond_broadcast pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_wait pthread_create
pthread_join pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock pthread_once putc
putchar puts qsort raise rand read readdir readlink realloc realpath recv remove rename rewind rmdir round roundf
scanf select send setenv setjmp setlocale setsockopt setvbuf sigaction signal sin sinf sleep snprintf socket sprintf
sqrt sqrtf srand sscanf stat strcasecmp strcat strchr strcmp strcoll strcpy strcspn strdup strerror strftime strlen
strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtod strtof strtok strtok_r
strtol strtoll strtoul strtoull strtoimax strtoumax swprintf symlink sysconf system tan time tmpfile tolower toupper
trunc umask ungetc unlink unsetenv usleep va_arg va_copy va_end va_start vfprintf vprintf vsnprintf vsprintf waitpid
wcslen write offsetof sizeof defined static_assert alignas alignof _Static_assert __VA_ARGS__ __FILE__ __LINE__
__func__ __cplusplus __GNUC__ _MSC_VER _WIN32 __APPLE__ __linux__ __builtin_expect __builtin_clz __builtin_ctz
__builtin_unreachable __attribute__ __has_attribute __has_builtin
"""
STANDARD = frozenset(_STANDARD_TEXT.split())
