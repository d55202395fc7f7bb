package shop.imports

import shop.data.Store
import shop.data.{Index, Key => K, Query => _}
import shop.marks._, shop.text
import Store.{open, Rich => Richer}
import shop.kinds.Shapes._
import java.util.{List => JList, _}
import _root_.org.other.Client

class User {
  import shop.local.Helper
  def use(): Unit = {
    import Helper.help
    help(open, new Richer("text"), find("a name"))
    new K(text.lower(JList.of(new Client)))
  }
}
