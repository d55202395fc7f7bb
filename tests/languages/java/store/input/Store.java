/*
 * Copyright of nobody.
 */
package shop.store;

import java.util.List;
import java.util.Map.Entry;
import shop.search.*;
import shop.search.Index;
import static shop.Names.clean;
import static shop.Limits.*;

/**
 * Keeps things by key.
 *
 * @see Index
 */
@Deprecated(since = "two words")
public final class Store<K extends Key> extends Base<K> implements Sink, java.io.Closeable {
  /** How many fit. */
  static final int SIZE = 16, MOST = LIMIT;

  private final Index<K> index;
  @Inject
  protected Map<K, String> names = new HashMap<>();

  static {
    register(Store.class);
  }

  /** Makes an empty one. */
  public Store(Index<K> index) {
    super(index);
    this.index = index;
  }

  @Override
  @SuppressWarnings({"unchecked", "all"})
  public <T extends Named> List<T> put(final K key, String... more) throws IOException {
    if (key == null) {
      throw new IllegalArgumentException("key %s is missing".formatted(clean(key)));
    }
    index.add(key).flush();
    this.names.put(key, "");
    super.put(key);
    close();
    Store.<K>open().put(key);
    return List.of();
  }

  abstract Optional<Index> find();
}
