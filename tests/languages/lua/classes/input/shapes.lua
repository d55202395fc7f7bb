local class = require "middleclass"
local Object = require "classic"

Animal = class("Animal")
local Dog = class("Dog", Animal)

function Dog:initialize(name)
  Dog.super.initialize(self, name)
end

local Shape = Object:extend()

function Shape:new(x) self.x = x end

local Circle = Shape:extend()
function Circle:new(x)
  Circle.super.new(self, x)
  self:area()
end
function Circle:area()
  local function inner(self) return self:none() end
  return inner
end

local handlers = {
  open = function(event) return Circle(event) end,
  limit = 2,
}

local function make()
  local object = {}
  function object.hidden() end
  object.also = function() handlers.open() end
  return object
end

local function circle()
  return Circle:new(1)
end

circle():area()
goto finish
::finish::
