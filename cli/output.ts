/** A command's output: a JSON object for scripts, lines for operators. */
export type CommandOutput = Readonly<{
  json: Readonly<Record<string, unknown>>
  lines: readonly string[]
  /** Advice and reasons, always on standard error. */
  notes?: readonly string[]
  /** Exit with status 1, although the command itself succeeded. */
  failed?: boolean
}>

/** The option of every command. */
export type OutputOptions = Readonly<{ json?: true | undefined }>

export function printOutput({ json, lines, notes = [], failed }: CommandOutput, options: OutputOptions): void {
  const text = options.json ? JSON.stringify(json) : lines.map(toPrintable).join('\n')
  if (text !== '') process.stdout.write(`${text}\n`)
  for (const note of notes) process.stderr.write(`${toPrintable(note)}\n`)
  if (failed) process.exitCode = 1
}

/** Rows under headings, in columns as wide as their widest cell. Without rows, no lines. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const lines = [headings, ...rows].map((row) => row.map(toPrintable))
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => countColumns(line[column] ?? ''))))
  return lines.map((line) =>
    line
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - countColumns(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** Each fact behind its name, in two columns. */
export function formatFacts(facts: Readonly<Record<string, string | null>>): string[] {
  const width = Math.max(...Object.keys(facts).map((name) => name.length))
  return Object.entries(facts).map(([name, fact]) => `${name.padEnd(width)}  ${fact ?? '–'}`)
}

export type Columns<Item> = readonly (readonly [heading: string, toCell: (item: Item) => string])[]

/** A table of items. @param name of the list in JSON */
export function listOutput<Item>(name: string, items: readonly Item[], columns: Columns<Item>): CommandOutput {
  const headings = columns.map(([heading]) => heading)
  const rows = items.map((item) => columns.map(([, toCell]) => toCell(item)))
  return { json: { [name]: items }, lines: formatTable(headings, rows) }
}

/** Sorts by text in the order of its UTF-8 bytes, then by ID, as the databases do. */
export function inOrder<Item extends Readonly<{ id: string }>>(items: Item[], toText: (item: Item) => string): Item[] {
  const keyed = items.map((item) => ({ item, key: Buffer.from(`${toText(item)}\0${item.id}`) }))
  return keyed.sort((one, other) => Buffer.compare(one.key, other.key)).map(({ item }) => item)
}

/** An instant to the minute, UTC. */
export function formatInstant(instant: number | null): string {
  return instant === null ? '–' : new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}

/** Replaces control and bidirectional characters: an escape sequence in a name could rewrite what an operator sees. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/gu

/** Terminal columns: combining marks take none, East Asian wide characters two. */
function countColumns(text: string): number {
  return [...text.replace(/\p{M}/gu, '')].length + (text.match(wide)?.length ?? 0)
}

const barWidth = 30

/** Shows progress on standard error if that is a terminal. */
export function showProgress(done: number, total: number): void {
  const { stderr } = process
  if (!stderr.isTTY || total === 0) return
  const filled = Math.round((done / total) * barWidth)
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
  stderr.write(`\r${bar} ${done} of ${total}${done < total ? '' : '\n'}`)
}
