using Shop.Data;

var store = new Store();
store.Put("a key", place: 1);
Run(store, s => s.Close());
foreach (var item in store.Items) { item.Go(); }

void Run(Store given, Action<Store> action)
{
    using var reader = given.Open();
    switch (reader) { case Reader r when r.Ready(): break; }
    try { reader.Read(); } catch (ReadException error) { error.Show(); }
    var q = from row in reader select row.Name;
    action(given);
    base.ToString();
    ((Reader)given.Inner).Reset();
}
