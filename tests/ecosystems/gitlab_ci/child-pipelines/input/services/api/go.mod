module example.org/api
