/** Sorts by text in the order of its UTF-8 bytes, then by ID, as the databases do. */
export function inOrder<Item extends Readonly<{ id: string }>>(items: Item[], toText: (item: Item) => string): Item[] {
  const keyed = items.map((item) => ({ item, key: Buffer.from(`${toText(item)}\0${item.id}`) }))
  return keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ item }) => item)
}

/** Unix milliseconds of an instant (RFC 3339). */
export function toMs(instant: string): number
export function toMs(instant: string | null): number | null
export function toMs(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant)
}
