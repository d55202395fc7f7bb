class Apples {
	void size() { var wide = "zwei Wörter 😀"; wide.show(); this.size(); }
}
void broken( {
	help();
}
var x = ) = };
