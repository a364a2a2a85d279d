/** A value at an instant. */
export type Point = Readonly<{ x: number; y: number }>

/** Linear regression (least squares): the slope, and twice its standard error. */
export type Line = Readonly<{ slope: number; uncertainty: number }>

export function fitLine(points: readonly Point[]): Line {
  if (points.length < 3) return { slope: 0, uncertainty: Number.POSITIVE_INFINITY }
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
  const spread = sum(points.map(({ x }) => (x - middle.x) ** 2))
  const slope = sum(points.map(({ x, y }) => (x - middle.x) * (y - middle.y))) / spread
  const rests = points.map(({ x, y }) => y - middle.y - slope * (x - middle.x))
  const variance = sum(rests.map((rest) => rest ** 2)) / (points.length - 2)
  return { slope, uncertainty: 2 * Math.sqrt(variance / spread) }
}

/** Means of groups of neighbors, because consecutive samples are not independent. */
export function average(points: readonly Point[], neighbours: number): Point[] {
  const means: Point[] = []
  for (let start = 0; start + neighbours <= points.length; start += neighbours) {
    const part = points.slice(start, start + neighbours)
    means.push({ x: mean(part.map(({ x }) => x)), y: mean(part.map(({ y }) => y)) })
  }
  return means
}

export function mean(numbers: readonly number[]): number {
  return sum(numbers) / numbers.length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
