module.exports = require("./lib/router");
