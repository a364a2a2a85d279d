/** Caches the results for the most recently used keys. Bounded, because clients choose the locales and time zones. */
export function remember<Made>(make: (key: string) => Made, limit: number): (key: string) => Made {
  const made = new Map<string, Made>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    // A map keeps insertion order: the first key is the least recently used.
    made.delete(key)
    made.set(key, value)
    const [oldest] = made.keys()
    if (made.size > limit && oldest !== undefined) made.delete(oldest)
    return value
  }
}
