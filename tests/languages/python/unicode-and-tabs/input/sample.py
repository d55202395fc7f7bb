wörter = "schöne wörter"; größe = wörter.länge()
def naïve(名):
	if 名:
		return	check(名,	"é", größe)
