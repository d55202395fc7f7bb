import { a } from "./a";
function good() {
	return a.run("größer als"); // é
}
class {
const = ;
function later(x) { return é.y(x) }
