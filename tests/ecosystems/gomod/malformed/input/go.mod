<<<<<<< HEAD
module example.com/a
=======
modules example.com/b
>>>>>>> other
