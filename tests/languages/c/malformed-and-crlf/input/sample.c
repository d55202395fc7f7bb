int broken(int a {
  return helper(a;
}

	int été(void) { return broken(1) + say("café au lait"); }
