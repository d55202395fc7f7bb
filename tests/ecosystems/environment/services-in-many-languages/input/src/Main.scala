val x = sys.env.getOrElse("SCALA_X", "1")
