module gopkg.in/ini.v1

require github.com/a/b v1.0.0 // indirect
