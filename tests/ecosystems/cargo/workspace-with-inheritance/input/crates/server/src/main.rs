pub(crate) async fn main() {}
