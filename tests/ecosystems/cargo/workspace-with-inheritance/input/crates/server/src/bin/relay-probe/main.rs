mod probe;
fn main() {}
