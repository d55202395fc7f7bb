module example.com/fleet/api
