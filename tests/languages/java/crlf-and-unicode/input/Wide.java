package wide;

/** Größe. */
class Größe {
	void 名(Länge länge) {
		/* é */ länge.läuft("zwei Wörter"); hilf();
	}
}
