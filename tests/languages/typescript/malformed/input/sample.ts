export class A {
	m(: { return this.n(); }
	n(): number { return 1 }
}
let x: = 5;
function ok(a: A) { a.n() }
