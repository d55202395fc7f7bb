module example.com/here
