package größe

import größe.maß.Länge

/** Mißt — 名前. */
class Zähler(länge: Länge) {
	def zähle(größe: Größe): String = {
		val text = s"größer als ${länge.wert()} 😀 and so on"; größe.prüfe(text)
		länge.`in Metern`().also(länge.wert())
	}
}
