"""Words of SQL that are no project's own: built-in types and functions of the dialects, and words of clauses."""

_TYPES_TEXT = """
any anyarray anyelement anyenum array bfile bigint bigserial binary binary_float bit blob bool boolean box bpchar
bytea bytes char character cidr circle citext clob cstring date daterange datetime datetime2 datetimeoffset dec
decimal double enum event_trigger fixed float float4 float64 float8 geography geometry hierarchyid hstore hugeint
image inet int int16 int2 int32 int4 int4range int64 int8 int8range integer internal interval json jsonb line long
longblob longtext lseg macaddr mediumblob mediumint mediumtext money name national nchar nclob ntext null number
numeric numrange nvarchar nvarchar2 object oid path pg_lsn point polygon raw real record regclass regnamespace
regproc regprocedure regrole regtype rowid rowversion serial serial2 serial4 serial8 set signed smalldatetime
smallint smallmoney smallserial sql_variant string sysname table text time timestamp timestamp_ntz timestamptz
timetz tinyblob tinyint tinytext trigger tsquery tsrange tstzrange tsvector uint uniqueidentifier uuid varbinary
varbit varchar varchar2 variant varying vector void xid xml year
"""
TYPES = frozenset(_TYPES_TEXT.split())

_FUNCTIONS_TEXT = """
abs acos add add_months age aggregate all and any approx_count_distinct array array_agg array_append array_cat
array_length array_position array_prepend array_remove array_to_json array_to_string ascii asin atan atan2 avg
between bigint binary bit_and bit_length bit_or bool_and bool_or btree btrim by call cardinality case cast cbrt ceil
ceiling char char_length character_length charindex check checksum choose chr clock_timestamp coalesce collate
column column_name concat concat_ws conflict connect constraint convert convert_from convert_to convert_tz corr cos
cot count cross cube cume_dist curdate current current_database current_date current_role current_schema
current_schemas current_setting current_time current_timestamp current_user currval curtime database date date_add
date_bin date_diff date_format date_part date_sub date_trunc dateadd datediff datefromparts datename datepart
daterange day dayname dayofmonth dayofweek dayofyear db_id db_name declare decode default degrees delete dense_rank
distinct div do each else elseif elsif elt encode end enum_range error_message error_number except exec execute
exists exp explain export_set extract field filter find_in_set first_value float floor for force foreign format
found_rows from from_base64 from_days from_unixtime full function gen_random_bytes gen_random_uuid generate_series
generated getdate getutcdate gin gist greatest group group_concat grouping has_function_privilege
has_schema_privilege has_table_privilege hash having hex host hour ident_current identity if ifnull iif in include
index inherits initcap inner insert instr int int4range intersect interval into is is_member is_null isdate isempty
isnull isnumeric join json json_agg json_array json_array_elements json_array_elements_text json_build_array
json_build_object json_each json_each_text json_extract json_object json_object_agg json_object_keys
json_populate_record json_query json_to_record json_to_recordset json_unquote json_valid json_value jsonb jsonb_agg
jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each
jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object_agg jsonb_object_keys
jsonb_populate_record jsonb_set jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof julianday
justify_interval key lag last_day last_insert_id last_insert_rowid last_value lateral lcase lead least left len
length like limit list ln local localtime localtimestamp locate log log10 log2 loop lower lower_inc lpad ltrim
make_date make_interval make_timestamp make_timestamptz match max md5 mid min minute mod mode month monthname
months_between natural newid newsequentialid nextval not now nth nth_value ntile nullif num_nonnulls numeric
numrange nvl nvl2 object_id object_name octet_length of offset on openjson or ord order out outer over overlay parse
parsename partition percent_rank percentile_cont percentile_disc perform pg_advisory_lock pg_advisory_unlock
pg_advisory_xact_lock pg_backend_pid pg_cancel_backend pg_catalog pg_column_size pg_get_constraintdef pg_get_expr
pg_get_functiondef pg_get_indexdef pg_get_serial_sequence pg_get_viewdef pg_notify pg_relation_size pg_size_pretty
pg_sleep pg_table_size pg_terminate_backend pg_total_relation_size pg_try_advisory_lock pg_typeof pi pivot
plainto_tsquery position pow power primary printf procedure quarter quote quote_ident quote_literal quote_nullable
quotename radians raise raise_application_error raiserror rand random range rank recursive references regexp_count
regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr
repeat replace replicate return returning returns reverse right rollup round row row_count row_number row_to_json
rowcount rpad rtrim schema_name scope_identity sec_to_time second select session_user set set_config setval sha1
sha2 sha256 sha512 sign sin some soundex space split_part sqrt starts_with statement_timestamp std stddev stddev_pop
stddev_samp str str_to_date strcmp strftime string_agg string_split string_to_array strpos stuff substr substring
substring_index sum suser_sname switchoffset sysdate sysdatetime sysdatetimeoffset systimestamp sysutcdatetime table
tablesample tan text then time time_bucket timediff timestamp timestampadd timestampdiff timezone to to_ascii
to_base64 to_char to_date to_days to_hex to_json to_jsonb to_number to_regclass to_seconds to_timestamp to_tsquery
to_tsvector transaction_timestamp translate trigger trim trunc truncate try_cast try_convert try_parse ts_headline
ts_rank tsrange tstzrange txid_current type typeof ucase unhex unicode union unique unistr unix_timestamp unlock
unnest unpivot update upper upper_inc user user_name using utc_date utc_time utc_timestamp uuid uuid_generate_v1
uuid_generate_v4 valid value values var_pop var_samp varchar variance version view virtual websearch_to_tsquery
weekday weekofyear when where while width_bucket window with within within_group xml_element xmlagg xmlelement year
"""
FUNCTIONS = frozenset(_FUNCTIONS_TEXT.split())
"""Functions that need no definition, and words that brackets may follow."""

_CLAUSES_TEXT = """
add after alter and as before begin between call called cascade case charset check cluster collate column comment
connect constraint continue cost create cross declare default deferrable delete disable do drop each else enable end
engine except exec execute exists fetch for force foreign from full function go grant group having identity if
ignore immutable in inherit initially inner insert instead intersect into is join key language lateral left like
limit loop match matched merge minus natural no not nowait of offset on option or order outer output owner partition
perform pivot primary print procedure qualify raise references rename replica restart restrict return returning
returns revoke right row rows security select set share skip stable start storage straight_join strict tablesample
then to truncate type union unique unpivot update use using value values volatile when where while window with
"""
NO_ALIAS = frozenset(_CLAUSES_TEXT.split())
"""Words that may follow a table and are no second name of it."""

_RESERVED_TEXT = """
absolute add all alter and as between cascade check conflict constraint cross current database default deleted do
drop dual each else end except execute exists fetch first for foreign from full function functions generate_series
group having if in inner inserted intersect into is join last lateral left like limit loop minus natural next not
offset on only or order outer primary prior procedure program references relative rename restrict returning right
row schema select sequences set stdin stdout tables then to union unique unnest using values when where with
"""
NO_RELATION = frozenset(_RESERVED_TEXT.split())
"""Words that are no table where one may stand, unless more of a name follows."""
OUTSIDE_SCHEMAS = frozenset(
    ("pg_catalog", "information_schema", "sys", "pg_temp", "pg_toast", "mysql", "performance_schema")
)
