//! A lantern.

use anyhow::Result;

fn main() -> Result<()> {
    Ok(())
}
