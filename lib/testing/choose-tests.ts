import { neededShapes, type RecordedTest, type SuiteStatements } from '#lib/testing/statement-coverage.ts'

/** The full names of the chosen tests, by file. */
export type ChosenTests = Readonly<Record<string, readonly string[]>>

/** Tests that are chosen together. */
type Unit = Readonly<{ file: string; names: readonly string[]; shapes: ReadonlySet<string>; costMs: number }>

/** What a test costs besides its own time. */
const minCostMs = 10
/** What the first test of a file costs besides: loading the file. */
const fileCostMs = 150

/**
 * Few tests, of little time, that run every statement of these suites, and all that are always chosen.
 * @param isWhole whether the tests of a file are chosen together
 */
export function chooseTests(suites: readonly SuiteStatements[], isWhole: (file: string) => boolean): ChosenTests {
  const units = suites.flatMap(({ file, tests }) =>
    (isWhole(file) ? [tests] : tests.map((test) => [test])).map((together) => ({
      ...toUnit(file, together),
      isAlwaysChosen: together.some(({ isAlwaysChosen }) => isAlwaysChosen),
    })),
  )
  const wanted = new Set(units.flatMap(({ shapes }) => [...shapes]))
  const chosen: Unit[] = []
  const files = new Set<string>()
  const take = (unit: Unit) => {
    for (const shape of unit.shapes) wanted.delete(shape)
    chosen.push(unit)
    files.add(unit.file)
  }
  for (const unit of units) if (unit.isAlwaysChosen) take(unit)
  const gainOf = ({ file, shapes, costMs }: Unit) =>
    [...shapes].filter((shape) => wanted.has(shape)).length / (costMs + (files.has(file) ? 0 : fileCostMs))
  while (wanted.size > 0) {
    const gains = units.map((unit) => ({ unit, gain: gainOf(unit) }))
    take(gains.reduce((one, other) => (other.gain > one.gain ? other : one)).unit)
  }
  const byFile = Map.groupBy(chosen, ({ file }) => file)
  return Object.fromEntries([...byFile].map(([file, of]) => [file, of.flatMap(({ names }) => names)]))
}

function toUnit(file: string, tests: readonly RecordedTest[]): Unit {
  const shapes = new Set(tests.flatMap(({ statements }) => neededShapes(statements)))
  const costMs = tests.reduce((sum, { ms }) => sum + ms, minCostMs)
  return { file, names: tests.map(({ name }) => name), shapes, costMs }
}
