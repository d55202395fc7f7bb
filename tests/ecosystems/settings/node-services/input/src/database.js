const mongoose = require("mongoose");

mongoose.connect("mongodb://user:secret@localhost/app");
