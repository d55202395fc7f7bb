package shop
package data

import java.io.IOException
import org.slf4j.{Logger => Log}
import shop.search.{Index, Query => _, _}
import shop.marks.Marks._
import scala.util.Try

/**
 * Keeps entries by key.
 *
 * Safe for use by many threads.
 */
@Singleton
@deprecated("use the new one", "2.0")
class Store[K <: AnyRef, V] @Inject() (index: Index[K], private val log: Log)(implicit clock: Clock)
    extends Base[K](16)
    with Sink[K, V]
    with AutoCloseable { self =>

  private[data] val entries: mutable.Map[K, V] = new mutable.HashMap[K, V]
  @volatile private var closed = false
  lazy val cache = new Cache(16)

  def this(log: Log) = this(new Index[K], log)

  /** Puts an entry, and tells the index. */
  @throws[IOException]
  override def put(key: K, value: V)(implicit writer: Writer): Option[V] = {
    checkOpen()
    log.info(s"put $key into ${index.name()} now")
    val last = entries.put(key, value)
    cache.drop(key)
    self.index.add(key)(writer).finish()
    super.put(key, value)
    last
  }

  private def checkOpen(): Unit =
    if (closed) throw new IllegalStateException("the store is closed")

  def isEmpty: Boolean = entries.isEmpty && index.none

  override def close(): Unit = { closed = true; Store.this.cache.close() }
}

object Store extends Factory[Store[String, String]] {
  val Name = "the store"
  private val shared: Store[String, String] = open

  def open: Store[String, String] = new Store[String, String](Log(Name))
  def apply(log: Log) = new Store(log)
  implicit class Rich(val text: String) extends AnyVal { def key: Key = Key(text) }
}
