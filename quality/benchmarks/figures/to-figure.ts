import type { Figure } from './record.ts'
import { median, quantile } from './statistics.ts'

export function toFigure(names: Omit<Figure, 'median' | 'p99' | 'count'>, values: readonly number[]): Figure {
  const sorted = [...values].sort((one, other) => one - other)
  return { ...names, median: median(sorted), p99: quantile(sorted, 0.99), count: sorted.length }
}
