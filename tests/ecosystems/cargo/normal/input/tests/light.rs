#[test]
fn light() {}
