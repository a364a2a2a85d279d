/** The value that so large a share of the sorted values does not exceed (nearest rank); 0 where there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length))
  return sorted[rank - 1] ?? 0
}

/** The middle one, or the mean of the middle two; 0 where there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** How many times the other's figure the one's is: round by round, since a machine has better and worse minutes. */
export function medianRatio(one: readonly number[], other: readonly number[]): number {
  const rounds = Math.min(one.length, other.length)
  return median(Array.from({ length: rounds }, (_, round) => (one[round] ?? 0) / (other[round] || Number.NaN)))
}
