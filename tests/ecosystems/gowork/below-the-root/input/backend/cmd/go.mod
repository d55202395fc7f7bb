module example.com/cmd
