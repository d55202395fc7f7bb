using System;
using static Shop.Tools.Helpers;
using Words = Shop.Tools.Text;
global using Shop.Search;

namespace Shop.Data;

/// <summary>
/// Keeps entries of an <see cref="Index"/>.
/// </summary>
[Serializable, Obsolete("use the other")]
public partial class Store<T> : Base<T>, ISink where T : IKey
{
    private readonly Index _index = new Index(3);
    public const int Most = 10;
    public event Action<int> Changed;
    public string Name { get; set; } = "no name";
    public Index Index => _index.Get();

    public Store(Index index, params int[] sizes) : base(index)
    {
        _index = index;
        this._index.Add(1);
        Fill<int>(2);
    }

    public int this[int i] { get { return Find(i); } }

    public static Store<T> operator +(Store<T> a, Store<T> b) => a.Merge(b);

    /// <inheritdoc/>
    public async Task<Entry> Put(string key, out int place, Index? other = null)
    {
        var entry = new Entry(key);
        await entry.SaveAsync();
        if (other is Index found && found.Ready()) { }
        int Local(int p) { return p; }
        Local(1);
        return (await Get(key))!.Touch($"put {key} there");
    }

    protected class Inner { enum Kind { Plain, Odd = 2 } }
}

public static class Extensions
{
    public static int Plus(this Index index, int number) => index.Value + number;
}

public record Point(int X, Index Y) : Shape(X);
public interface ISink : IDisposable { void Put(); int Count { get; } }
public delegate int Change(int by);
