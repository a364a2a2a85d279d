/**
 * The same function, keeping what it made for the keys asked for most recently. Bounded, because locales and time
 * zones come from whoever asks.
 */
export function remember<Made>(make: (key: string) => Made, limit: number): (key: string) => Made {
  const made = new Map<string, Made>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    // A map lists its keys in the order of their insertion: the first one is the longest unused.
    made.delete(key)
    made.set(key, value)
    const [oldest] = made.keys()
    if (made.size > limit && oldest !== undefined) made.delete(oldest)
    return value
  }
}
