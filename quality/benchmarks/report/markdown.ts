export function formatMarkdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [toLine(headings), toLine(headings.map(() => '---')), ...rows.map(toLine)].join('\n')
}

/** Lines as long as those of the other pages. */
export function wrapText(text: string): string {
  return text.replace(/(.{1,118})( |$)/g, '$1\n').trimEnd()
}
