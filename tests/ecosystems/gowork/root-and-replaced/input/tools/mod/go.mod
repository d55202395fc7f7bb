module example.com/root/tools
