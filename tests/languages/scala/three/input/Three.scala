package shop.three

import shop.data.{Key as K, given, *}
import shop.text as words

enum Color(val rgb: Int) extends Named:
  case Red extends Color(0xff0000)
  case Green, Blue
  case Mix(left: Color, right: Color)

  def mixed: Color = Mix(this, Red)
end Color

trait Sink(val size: Int):
  def put(using context: Context)(key: K): Unit
  export index.*

class Store(index: Index) extends Base, Sink(3) derives Codec:
  /** Puts a key. */
  def put(using context: Context)(key: K) =
    if key.ok then index.add(key) else key.drop()
    val visit = (k: K) => k.visit()
    summon[Context].report("a message here")
    for k <- keys do k.visit()
    key match
      case other: Store => other.put(key)
      case Color.Red => words.show(key)
    while index.more do index.next()
    try index.close()
    catch case e: IndexError => e.report()

extension (text: String)
  def shout(times: Int): String = text.trim
  def whisper = text.shout(1)

given ordering: Ordering[K] with
  def compare(a: K, b: K) = a.rank(b)

given Context = Context("by default")
given fallback: Context = Context.empty

opaque type Id = Int
type Keys = List[K]

@main def run(args: String*): Unit =
  val store = Store(Index("the name"))
  store.put(args.head.shout(2))

val listener = new Listener:
  def on(event: Event) = event.done()
