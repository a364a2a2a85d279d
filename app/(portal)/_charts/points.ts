/** The points of an SVG line: one unit per day across, 0 to 100 from top to bottom. */
export function toPoints(counts: readonly number[], max: number): string {
  return counts.map((count, day) => `${day},${(100 - (count / max) * 100).toFixed(1)}`).join(' ')
}

/**
 * An SVG path of 2 units per day, 18 high, for a fill and a line. It begins and ends outside the picture, so that only
 * the upper edge of the area shows its line.
 * @param counts at least one of them above 0
 */
export function toAreaPath(counts: readonly number[]): string {
  const max = Math.max(...counts)
  const heights = counts.map((count) => Math.round((1 - count / max) * 16) + 1)
  const [first = 0] = heights
  const steps = heights.slice(1).map((height, index) => `2 ${height - (heights[index] ?? 0)}`)
  return `M-2 20V${first}h2l${steps.join(' ').replaceAll(' -', '-')}h2V20`
}

/** The end of an axis: the smallest of 4, 8, 20, 40, 80, 200 … that reaches `max`, so that its quarters are round. */
export function axisEnd(max: number): number {
  for (let end = 4; ; end *= 10) {
    const fitting = [end, 2 * end, 5 * end].find((each) => each >= max)
    if (fitting) return fitting
  }
}
