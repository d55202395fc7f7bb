package shop.kinds

// A comment that is no documentation.

/** What can happen. */
sealed interface Outcome<out T> {
  data class Done<T>(val value: T, val note: String = "all is well") : Outcome<T>

  data object Nothing : Outcome<kotlin.Nothing>

  object Waiting : Base(), Outcome<Any> {
    val since = Clock.now()
  }
}

enum class Color(val rgb: Int) : Named {
  RED(0xff0000) {
    override fun mix(other: Color) = other.mix(this)
  },
  GREEN(rgbOf("some green")),
  ;

  abstract fun mix(other: Color): Color
}

fun interface Handler {
  fun handle(event: Event): Boolean
}

annotation class Marker(val name: String, val kinds: Array<Color> = [])

@JvmInline
value class Id(val text: String)

abstract class Shape {
  abstract val area: Double
  lateinit var owner: Owner

  protected open fun draw(on: Canvas) {}

  inner class Corner {
    fun shape(): Shape = this@Shape
    fun redraw() = this@Shape.draw(owner.canvas)
  }

  class Named {
    companion object Registry {
      fun find(name: String) = Named()
    }
  }
}

typealias Shapes = List<Shape>
typealias Listener = (Event) -> Unit
typealias Corner = Shape.Corner

const val LIMIT = 10
var counter: Counter? = null
val listener = object : Listener2, Other() {
  override fun on(event: Event) = counter?.count(event)
}

suspend inline fun <reified T : Shape> load(name: String, crossinline then: (T) -> Unit): T where T : Any {
  fun inner(shape: T) = then(shape)
  return Loader<T>().load(name).also(::inner)
}
