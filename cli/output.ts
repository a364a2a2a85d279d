/** What a command answers: one JSON object for programs, lines for people. */
export type Answer = Readonly<{
  json: Readonly<Record<string, unknown>>
  lines: readonly string[]
  /** Advice and reasons, which go to standard error in either case. */
  notes?: readonly string[]
  /** True where what was found is a reason for exit status 1 although nothing was thrown. */
  failed?: boolean
}>

/** The option that every command has. */
export type OutputOptions = Readonly<{ json?: true | undefined }>

export function printAnswer({ json, lines, notes = [], failed }: Answer, options: OutputOptions): void {
  const text = options.json ? JSON.stringify(json) : lines.map(toPrintable).join('\n')
  if (text !== '') process.stdout.write(`${text}\n`)
  for (const note of notes) process.stderr.write(`${toPrintable(note)}\n`)
  if (failed) process.exitCode = 1
}

/** Rows under their headings, in columns as wide as the widest cell. No rows: no table. */
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

/** An instant as a table shows it: to the minute, UTC. */
export function formatInstant(instant: number | null): string {
  return instant === null ? '–' : new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}

/**
 * Text without the characters that steer a terminal or turn it around: names are chosen by others, and an escape
 * sequence in one could rewrite what an operator sees.
 */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/gu

/** How many columns of a terminal: combining marks take none, East Asian wide characters two. */
function countColumns(text: string): number {
  return [...text.replace(/\p{M}/gu, '')].length + (text.match(wide)?.length ?? 0)
}
