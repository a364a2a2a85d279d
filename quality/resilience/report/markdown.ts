const maxCellLength = 200

/** A Markdown table. Cells are single lines without HTML; the results files hold what is cut off. */
export function formatMarkdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map(formatCell).join(' | ')} |`
  return [toLine(headings), `|${' --- |'.repeat(headings.length)}`, ...rows.map(toLine)].join('\n')
}

function formatCell(text: string): string {
  const line = text
    .replace(/<[^>]*>?/g, '')
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
  return line.length > maxCellLength ? `${line.slice(0, line.lastIndexOf(' ', maxCellLength))} …` : line
}

/** Breaks lines at 120 characters. */
export function wrapText(text: string): string {
  return text.replace(/(.{1,118})( |$)/g, '$1\n').trimEnd()
}

/** A list, each item wrapped. */
export function formatList(items: readonly string[]): string {
  return items.map((item) => wrapText(`- ${item}`).replaceAll('\n', '\n  ')).join('\n')
}

/** A load average, with a warning if the machine was busy before the run. */
export function formatLoad(loadBefore: number | undefined): string {
  if (loadBefore === undefined) return 'not recorded'
  return loadBefore < busyLoad ? loadBefore.toFixed(1) : `${loadBefore.toFixed(1)} (busy)`
}

/** From this load average on, a machine of two processors counts as busy. */
export const busyLoad = 1
