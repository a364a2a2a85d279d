import type { Choice } from '../choice.ts'

/** The sizes of databases; at full size, those of the goals. */
export function sizesOf({ short }: Choice) {
  return short ? { small: 100, middle: 1_000, large: 5_000 } : { small: 1_000, middle: 100_000, large: 1_000_000 }
}

/** Such as "1 000 000". */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ' ')
}
