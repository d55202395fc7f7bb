package broken

func good() { help() }

func bad( {
	x := = 3

}

type T struct {
	name string
