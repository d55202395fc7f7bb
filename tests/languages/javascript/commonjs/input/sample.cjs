'use strict'
var fs = require('fs')
const { parse, format: write } = require('./text'), app = exports = module.exports = {}
const main = require('./main').main

app.handle = function handle(req, res) {
  var self = this
  function inner() { self.done() }
  if (req) { const main = 1; return main }
  return main(parse(req), write, inner)
}

exports.version = '1.0'
exports.main = main
exports.run = () => fs.readFile('x')
module.exports.last = class Last { end() {} }

describe('app', function () {
  const tool = new Tool()
  it('works', () => { tool.use(); other(tool) })
})
