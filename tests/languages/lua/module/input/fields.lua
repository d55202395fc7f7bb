local other = require("other")

local function first() end
local function second() return first end

return {
  first = first,
  other_name = second,
  made = function(x) return other.make(x) end,
  sub = other.sub,
}
