/** The points of an SVG line: one unit per day across, 0 to 100 from top to bottom. */
export function toPoints(counts: readonly number[], max: number): string {
  return counts.map((count, day) => `${day},${(100 - (count / max) * 100).toFixed(1)}`).join(' ')
}

/** The end of an axis: the smallest of 4, 8, 20, 40, 80, 200 … that reaches `max`, so that its quarters are round. */
export function axisEnd(max: number): number {
  for (let end = 4; ; end *= 10) {
    const fitting = [end, 2 * end, 5 * end].find((each) => each >= max)
    if (fitting) return fitting
  }
}
