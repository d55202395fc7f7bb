package broken;

class Good {
  void fine() { help(); }

  void bad( {
    int = 3;
  }
