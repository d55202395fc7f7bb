"""Names that are no project's own: of Kernel and the core classes, and their members."""

_KERNEL_TEXT = """
Array BasicObject Binding Class Comparable Complex Data Dir ENV ARGV Encoding Enumerable Enumerator Errno Exception
FalseClass Fiber File FileTest FileUtils Float GC Hash IO Integer Kernel Marshal MatchData Math Method Module Mutex
NilClass Numeric Object ObjectSpace Proc Process Queue Random Range Rational Regexp RUBY_VERSION Ractor Set Signal
String Struct Symbol Thread Time TracePoint TrueClass UnboundMethod ArgumentError EncodingError EOFError
FloatDomainError FrozenError IndexError Interrupt IOError KeyError LoadError LocalJumpError NameError NoMethodError
NotImplementedError RangeError RegexpError RuntimeError ScriptError SecurityError SignalException StandardError
StopIteration SyntaxError SystemCallError SystemExit TypeError UncaughtThrowError ZeroDivisionError JSON YAML CSV
ERB URI Net OpenSSL Digest Date DateTime Logger OptionParser Pathname Shellwords SecureRandom Singleton StringIO
StringScanner Tempfile Timeout Forwardable Observable Benchmark BigDecimal Bundler Gem Rake RSpec Minitest abort
alias_method at_exit attr attr_accessor attr_reader attr_writer autoload binding block_given? callcc caller
caller_locations catch define_method eval exec exit exit! extend fail fork format gets global_variables include
instance_variable_get instance_variable_set instance_variable_defined? is_a? kind_of? lambda load local_variables
loop module_function nil? open p pp prepend print printf private private_class_method private_constant proc
protected public public_class_method putc puts raise rand readline readlines refine require require_relative
respond_to? ruby2_keywords select send public_send set_trace_func sleep spawn sprintf srand syscall system test
throw trap undef_method remove_method using warn __method__ __dir__ __FILE__ __callee__ freeze frozen? dup clone
object_id class tap then instance_of? instance_variables singleton_class method methods
"""
KERNEL = frozenset(_KERNEL_TEXT.split())

_MEMBERS_TEXT = """
abs all? ancestors any? arity assoc at attributes between? blank? block_given? bytes bytesize call camelize
capitalize casecmp casecmp? ceil center chars chomp chop chunk class class_eval class_exec class_name
class_variable_get clamp coerce collect combination compact concat const_defined? const_get const_missing const_set
const_source_location constantize cover? cycle deep_dup deep_merge default default_proc define_method
define_singleton_method delete delete_all delete_at delete_if demodulize destroy detect difference dig dirname
divmod downcase drop drop_while each each_char each_cons each_entry each_key each_line each_pair each_slice
each_value each_with_index each_with_object empty? end_with? eql? equal? errors even? except excluding exclude?
expand_path extname extract_options! fdiv fetch fetch_values fill filter filter_map find find_all find_each
find_index first first_or_create flat_map flatten floor foreach force_encoding freeze frozen? fresh_when gsub gsub!
group_by has_key? has_value? hexdigest html_safe humanize include include? index inject inspect instance_eval
instance_exec instance_method instance_methods instance_of? instance_variable_get instance_variable_set intersect?
invert is_a? join keep_if key key? keys kind_of? lambda? last length lines lstrip map match match? max max_by
member? merge merge! message method method_defined? methods min min_by minmax modulo module_eval module_function
name negative? next nil? none? nonzero? object_id odd? one? ord pack parameterize partition permutation pluck
pluralize pop positive? pred presence present? product public_send push rassoc read readlines reduce reject
remove_method rename replace respond_to? respond_to_missing? reverse reverse_each rindex round rstrip sample save
save! scan select send set shift shuffle singularize singleton_class size sleep slice slice! sort sort_by
source_location split squeeze start_with? step store strftime strip sub sub! succ sum superclass swapcase
symbolize_keys take take_while tally tap then times titleize to_a to_c to_f to_h to_hash to_i to_json to_param
to_proc to_r to_s to_str to_sym to_yaml tr transform_keys transform_values transpose truncate try undef_method
underscore union uniq unpack unshift upcase update upto valid? value? values values_at where with_index with_object
write yield_self zero? zip
"""
MEMBERS = frozenset(_MEMBERS_TEXT.split())
