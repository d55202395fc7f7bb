"""Names that are no project's own: builtins of shells, common commands, and variables of the environment."""

_BUILTINS_TEXT = """
. : [ alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs
disown do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help
history if in jobs kill let local logout mapfile popd print printf pushd pwd read readarray readonly return select
set shift shopt source suspend test run load skip bats_load_library bats_require_minimum_version then time times
trap true type typeset ulimit umask unalias unset until wait while whence
"""
_COMMANDS_TEXT = """
apk apt apt-get ar as awk aws base64 basename bash bc brew bunzip2 bzip2 cargo cat chgrp chmod chown chroot clang
clear cmake cmp column comm cp cpio crontab csplit curl cut cut date dash dd df diff dig dirname dnf docker
docker-compose dot dpkg du echo ed egrep emacs env expand expr fgrep file find flock fmt fold free fuser gawk gcc
gem getconf getent git go gpg gradle grep groups gsed gtar gunzip gzip head helm hexdump hostname iconv id ifconfig
install ip iptables java javac join jq kubectl ldconfig ldd less ln locale ls lsb_release lsof make man md5 md5sum
mkdir mkfifo mknod mktemp more mount mv mvn mysql nano nc netstat nice nl nm node nohup npm npx nproc od openssl
pacman paste patch perl pgrep php ping pip pip3 pkg-config pkill podman ps psql pv python python2 python3 readelf
readlink realpath rev rm rmdir rpm rsync ruby sed seq service sh sha1sum sha256sum sha512sum shasum shellcheck shuf
sleep sort split ssh ssh-keygen ssh-add scp stat strings strip stty su sudo sync sysctl systemctl tac tail tar tee
terraform timeout tmux top touch tput tr tree truncate tsort tty uname unexpand uniq unlink unxz unzip uptime
useradd usermod vi vim wc wget which who whoami xargs xxd xz yarn yes yq yum zcat zip zsh zstd
"""
BUILTINS = frozenset(_BUILTINS_TEXT.split())
COMMANDS = frozenset(_COMMANDS_TEXT.split())

_ENVIRONMENT_TEXT = """
BASH BASHOPTS BASHPID BASH_ALIASES BASH_ARGC BASH_ARGV BASH_CMDS BASH_COMMAND BASH_ENV BASH_EXECUTION_STRING
BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO BASH_VERSION BASH_XTRACEFD CDPATH CI COLUMNS
COMP_CWORD COMP_LINE COMP_POINT COMP_WORDBREAKS COMP_WORDS COMPREPLY DIRSTACK DISPLAY EDITOR ENV EPOCHREALTIME
EPOCHSECONDS EUID FUNCNAME FUNCNEST GLOBIGNORE GROUPS HISTCMD HISTFILE HISTSIZE HOME HOSTNAME HOSTTYPE IFS IGNOREEOF
INPUTRC LANG LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_NUMERIC LINENO LINES LOGNAME MACHTYPE MAIL MAILCHECK MAILPATH
MAPFILE OLDPWD OPTARG OPTERR OPTIND OSTYPE PAGER PATH PIPESTATUS POSIXLY_CORRECT PPID PROMPT_COMMAND PS1 PS2 PS3 PS4
PWD RANDOM READLINE_LINE READLINE_POINT REPLY SECONDS SHELL SHELLOPTS SHLVL SRANDOM TEMP TERM TIMEFORMAT TMOUT TMP
TMPDIR TZ UID USER XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME _
"""
ENVIRONMENT = frozenset(_ENVIRONMENT_TEXT.split())
STANDARD = BUILTINS | COMMANDS | ENVIRONMENT
