#!/bin/bash
# été
NAME="𝓐 b"
open_it() {
	echo "é $NAME"; 	 close_it
}
close_it() { :; }
