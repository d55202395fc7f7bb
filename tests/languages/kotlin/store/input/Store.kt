@file:JvmName("Stores")

package shop

import java.io.IOException
import org.slf4j.Logger as Log
import shop.search.Index
import shop.search.Index.Companion.openIndex
import shop.search.Query.Kind
import shop.search.fold
import shop.marks.*

/**
 * Keeps entries by key.
 *
 * Safe for use by many threads.
 */
@Singleton
@Deprecated("use the new one")
open class Store<K : Any, V> @Inject constructor(
  @Named("main") private val index: Index<K>,
  private val log: Log,
  size: Int = 16,
) : Base<K>(size), Sink<K, V> by index, AutoCloseable {
  private val entries: MutableMap<K, V> = HashMap(size)
  private val cache by lazy { Cache(size) }

  @Volatile var closed = false
    private set

  val isEmpty: Boolean
    get() = entries.isEmpty() && index.none()

  init {
    index.register(this)
  }

  constructor(log: Log) : this(Index(), log) {
    mark("a second constructor")
  }

  /** Puts an entry, and tells the index. */
  @Throws(IOException::class)
  override fun put(key: K, value: V): V? {
    checkOpen()
    log.info("put $key into ${index.name()} now")
    val last = entries.put(key, value) ?: return null
    cache.drop(key)
    this.index.add(key)?.fold { it }
    super.put(key, value)
    return last
  }

  private fun checkOpen() {
    if (closed) throw IllegalStateException("the store is closed")
  }

  override fun close() = index.use { closed = true }

  companion object : Factory<Store<String, String>> {
    const val NAME = "the store"
    private val shared: Store<String, String> = open()

    @JvmStatic
    fun open(): Store<String, String> = Store(openIndex(Kind.ALL), Logs.named(NAME))
  }
}
