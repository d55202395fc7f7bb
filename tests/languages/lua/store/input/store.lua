--- Keeps what is put into it.
-- One for each shop.
local index = require("shop.index")
local clean, limits = require "shop.names".clean, require("shop.limits")
local ok, json = pcall(require, "cjson")

local Base = require("shop.base")

---@class shop.Store : Base
local Store = setmetatable({}, { __index = Base })
Store.__index = Store

Store.LIMIT = 3

--- Makes a store.
---@param name string
---@param sink Sink? where everything goes
function Store.new(name, sink)
  local self = setmetatable({}, Store)
  self.index = index.Index.new(name)
  self.sink = sink
  return self
end

function Store:put(key, ...)
  assert(#key < self.LIMIT, "the key is too long: " .. key)
  self.index:add(clean(key))
  local write = self.sink.write
  write(key)
  return self
end

Store.drop = function(self, key)
  for _, item in ipairs(self.index:find(key)) do
    item:remove()
  end
  Base.drop(self, key)
end

function Store:empty() end

return Store
