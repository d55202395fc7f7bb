local M = {}
function M.good() M.also() end
function M.bad( if then
  x = = 3
function M.also() end
return M
