fn main() {
    let level = std::env::var("RUST_LEVEL").unwrap_or_else(|_| "warn".to_string());
    let port = env::var("PORT").unwrap_or("80".into());
    const NAME: &str = env!("CARGO_PKG_NAME");
    const BUILD: Option<&str> = option_env!("BUILD_ID");
}
#[arg(long, env = "APP_TOKEN")]
struct A;
