gem "minitest", "5.0"
require "minitest"
