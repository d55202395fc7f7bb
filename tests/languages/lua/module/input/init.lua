-- A module table whose functions are the file's own.
local M = {}
local table = table

M.version = "1.0"
M.names = require "app.names"

local function helper(text)
  return text:upper()
end

function M.run(text, done)
  local names = M.names
  print [[two words]]
  done(helper(text))
  M.stop { names.first, at = 1 }
  require("app.log").info("it ran")
end

M.stop = function(options)
  local function inner() helper(options) end
  inner()
  return M.run
end

return M
