package shop.flow

import shop.Key
import shop.Store
import shop.text.plural
import shop.text.toKey

fun String.shout(): String = uppercase() + mark()

val Store.first: Key
  get() = this.keys().first()

fun Store.Companion.temporary() = Store("temporary store")

fun Store?.orOpen(): Store = this ?: Store.temporary()

class Walker(private val root: Node) {
  fun Node.depth(): Int = parent?.depth() ?: 0

  fun walk(node: Node, keys: List<String>, other: Any) {
    val name = "the name".shout()
    val key = "some key".toKey(1).normal()
    key.hash()
    node.depth().plural()
    for ((index, text) in keys.withIndex()) {
      text.toKey().hash()
      index.show()
    }
    when (other) {
      is Store -> other.close()
      is Key, is String -> other.hash()
      else -> other.hashCode()
    }
    if (other is Node) {
      other.visit()
    }
    when (val found = root.find(name)) {
      null -> return
      else -> found.visit()
    }
    try {
      (other as Store).put(key)
    } catch (error: StoreError) {
      error.report()
    }
    keys.forEach { root.visit(it) }
    keys.map { text: String -> text.toKey() }.forEach { (left, right) -> left.join(right) }
    val made = Store().apply { start() }.also { log(it) }
    made.close()
    val later = Store.open()!!
    later.close()
    node shiftedBy 3
    keys[0].trim()
    node?.parent!!.visit()
    root.children::class.java.name
    val visit = root::visit
    visit(node)
    super.toString()
    label@ while (true) {
      break@label
    }
    with(node) { visit() }
    fun nested(node: Store) = node.put(key, value = name)
    nested(node = made)
    val anonymous = fun(key: Key) { key.hash() }
    val store = if (keys.isEmpty()) Store() else made
    store.close()
  }

  fun copy() = Walker(root)
  fun self() = apply { walk(root, listOf(), this) }
  fun again() = copy()
}
