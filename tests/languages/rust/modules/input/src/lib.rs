#[cfg(test)]
mod sample;
#[path = "odd/place.rs"]
pub mod place;
pub mod inner {
    use super::Outer;
    use super::super::above::Far;
    pub struct Inner;
    impl Inner {
        pub fn make() -> Inner { helper(); Inner }
    }
    fn helper() { super::top(); Outer::call(); }
}
pub use self::inner::Inner;
pub use crate::place::{self as spot, *};
extern crate alloc as memory;
pub struct Outer;
fn top() { inner::Inner::make(); other_crate::run(); unknown!(a); }
cfg_unix! {
    pub fn only_unix() { top() }
}
