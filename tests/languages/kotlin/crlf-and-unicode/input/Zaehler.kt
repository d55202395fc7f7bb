package größe

import größe.maß.Länge

/** Mißt — 名前. */
class Zähler(private val länge: Länge) {
	fun zähle(größe: Größe): String {
		val text = "größer als ${länge.wert()} 😀 and so on"; größe.prüfe(text)
		return länge.`in Metern`().also { länge.wert() }
	}

	fun `mit Leerzeichen`() = Zähler(länge)
}
