//! Keeps entries by key.
use std::{fmt, io::{self, Read as Source}};
use crate::index::{Index, Kind::Exact};

/// How many entries there may be.
pub const MOST: usize = 10;
static EMPTY: Store = Store::new();

/// Keeps entries.
#[derive(Debug, Clone)]
pub struct Store<K> {
    /// Where entries are.
    pub index: Option<Box<Index<K>>>,
    names: Vec<String>,
}

pub enum Answer {
    Found(Entry),
    Missing { key: String },
}

pub trait Sink: Base {
    const LIMIT: usize;
    fn put(&mut self, key: &str) -> Result<Entry, Error>;
    /// Puts many.
    fn put_all(&mut self, keys: &[String]) {
        for key in keys {
            self.put(key);
        }
    }
}

impl<K: Key> Store<K> {
    /// An empty one.
    pub fn new(index: Index<K>) -> Self {
        Self { index: Some(Box::new(index)), names: Vec::new() }
    }
}

impl<K> Sink for Store<K> {
    fn put(&mut self, key: &str) -> Result<Entry, Error> {
        self.index.as_ref().unwrap().add(key)?.checked("no such key")
    }
}

impl fmt::Display for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a remote {} store", self.name)
    }
}

type Alias = Store<String>;

macro_rules! entry {
    ($key:expr) => { Entry::new($key) };
}

#[inline]
async fn load<S>(source: S, path: &io::Path) -> Answer {
    let store = Store::<String>::new(Index::open(path).await?);
    let text = entry!(path);
    match store.find(text) {
        Some(Answer::Found(entry)) => entry.touch(),
        Exact => crate::clock::now(),
        _ => self::help(),
    }
    return Answer::Missing { key: text };
}

fn help() {}
