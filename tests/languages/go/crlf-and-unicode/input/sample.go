package wide

// Größe is wide.
func Größe(名 string) {
	/* é */ print("zwei Wörter"); 名.Läuft(); hilf()
}
