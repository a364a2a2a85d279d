/** The quantile of sorted values by nearest rank; 0 without values. @param share from 0 to 1 */
export function quantile(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length))
  return sorted[rank - 1] ?? 0
}

/** The median; 0 without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/** The median of the ratios of each round: a machine is not equally fast in every round. */
export function medianRatio(one: readonly number[], other: readonly number[]): number {
  return median(ratiosOf(one, other))
}

/** The ratio of each round that both have. */
export function ratiosOf(one: readonly number[], other: readonly number[]): number[] {
  const rounds = Math.min(one.length, other.length)
  return Array.from({ length: rounds }, (_, round) => (one[round] ?? 0) / (other[round] || Number.NaN))
}
