class A {
	void M( { x.
	}
}
class Größe {
	void Réel(Größe größe) { var é = "zwei Wörter"; größe.Messen(é); }
}
