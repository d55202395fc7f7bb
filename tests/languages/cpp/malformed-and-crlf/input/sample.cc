namespace shop {
int broken(int a {
  return helper(a;
}

	int été() { return broken(1) + say("café au lait")->done(); }
}
