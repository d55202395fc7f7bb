package shop

import shop.text.Text

/** Marks. */
package object marks {
  def mark(text: Text): Mark = new Mark(text)
  val first = mark(Text.empty)
}
