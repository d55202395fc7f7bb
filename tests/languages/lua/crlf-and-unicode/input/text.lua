-- é
local café = require("café")
	local s = "𝓐 été"; café.open(s)
function go() 	 café.close() end
