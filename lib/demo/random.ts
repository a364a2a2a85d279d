/** Numbers that look like chance and are the same at every run: demonstration data must not differ between machines. */
export type Random = Readonly<{
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  pick<T>(list: readonly [T, ...T[]]): T
}>

/** Mulberry32: small, even enough for names, and no secret may ever come from it. */
export function createRandom(seed: number): Random {
  let state = seed
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (list) => list[below(list.length)] ?? list[0] }
}
