class Äpfel {
	func größe() { let é = "zwei Wörter"; é.zählen(); self.größe() }
}
func broken( {
	help()
}
let x = ) = }
