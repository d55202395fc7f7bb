<?php
namespace Broken;
class One {
  public function go( { $this->stop(); }
  public function stop() {}
}
	function été() { return new One("café au lait"); }
