const width = 30

/** Shows progress on standard error if that is a terminal. */
export function showProgress(done: number, total: number): void {
  const { stderr } = process
  if (!stderr.isTTY || total === 0) return
  const filled = Math.round((done / total) * width)
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
  stderr.write(`\r${bar} ${done} of ${total}${done < total ? '' : '\n'}`)
}
