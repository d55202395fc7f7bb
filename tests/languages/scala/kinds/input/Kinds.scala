package shop.kinds

// A comment that is no documentation.

/** What can happen. */
sealed trait Outcome[+T]
case class Done[T](value: T, note: String = "all is well") extends Outcome[T]
case object Waiting extends Base with Outcome[Nothing] { val since = Clock.now() }

abstract class Shape(area: Double) {
  val owner: Owner
  var name: String
  def draw(on: Canvas): Unit
  type Self <: Shape
  type Alias = Owner

  class Corner {
    def shape: Shape = Shape.this
    def redraw(): Unit = Shape.this.draw(owner.canvas)
  }
  object Corner { def all: Seq[Corner] = Nil }
}

object Shapes {
  private val (first, second) = pair("two of them")
  val a, b = 3
  def find(name: String): Option[Shape] = byName.get(name).orElse(other(name))

  def walk(shape: Shape, keys: List[Key], other: Any)(f: Shape => Unit): Unit = {
    def inner(corner: Corner) = f(corner.shape)
    inner(new Corner)
    other match {
      case s: Shape => s.draw(canvas)
      case Done(value, Note(text)) if text.ok => value.report()
      case whole @ Done(_, _) => whole.report()
      case Waiting => Waiting.since.show()
      case head :: tail => head.visit(); tail.visit()
      case name => name.toString
    }
    for { key <- keys; hash = key.hash(); (left, right) <- hash.pairs } yield left.join(right)
    for (key <- keys if key.good) key.visit()
    try { risky() } catch { case e: ShapeError => e.report() }
    keys.map(_.hash).filter(x => x.good()).foreach { case (l, r) => l.join(r) }
    val listener = new Listener with Other { override def on(event: Event) = shape.draw(event.canvas) }
    val store = new shop.data.Store[Key](keys.head).open(1)(2) { x => x.use() }
    store.close()
    keys foreach shape.visit
    shape.draw(on = canvas)
    shape.name = "another name"
    Shape(3).draw[Int](null)
    super.toString
    `odd name`(keys(0).hash)
  }

  def `odd name`(x: => Int, ys: Int*): this.type = this
  def +(other: Shape) = plus(other)
}

