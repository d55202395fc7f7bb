package kinds;

enum Color implements Named {
  RED(1) {
    @Override
    String label() {
      return paint("very red");
    }
  },
  GREEN(2);

  private final int code;

  Color(int code) {
    this.code = code;
  }

  String label() {
    return name();
  }
}

interface Sink<T> extends Named, Other<T> {
  Sink<String> NONE = new Sink<>() {
    public void put(String item) {
      drop(item);
    }
  };

  void put(T item);

  default void all(Iterable<T> items) {
    items.forEach(this::put);
  }
}

record Point(int x, Index index) implements Named {
  Point {
    check(x);
  }

  static Point origin() {
    return new Point(0, null);
  }
}

@interface Marked {
  String value() default "no name";
}

class Outer {
  int size;

  class Inner extends Outer {
    void run() {
      Outer.this.grow();
      Inner.super.grow();
      grow();
    }
  }

  void grow() {
    class Local {
      void deep() {
        grow();
      }
    }
    new Local().deep();
    new Inner().run();
  }
}
