fn broken( {
	let x = ;
}

struct Größe;
fn réel(größe: Größe) {
	let é = "zwei Wörter"; größe.messen(é);
}
