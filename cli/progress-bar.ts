const width = 30

/** Shows on standard error how far a long command is; nothing where that is not a terminal. */
export function createProgressBar(total: number): (done: number) => void {
  const { stderr } = process
  if (!stderr.isTTY || total === 0) return () => {}
  return (done) => {
    const filled = Math.round((done / total) * width)
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
    stderr.write(`\r${bar} ${done} of ${total}${done < total ? '' : '\n'}`)
  }
}

/** The same where the total is known only with the first step. */
export function createLateProgressBar(): (done: number, total: number) => void {
  let bar: ((done: number) => void) | undefined
  return (done, total) => {
    bar ??= createProgressBar(total)
    bar(done)
  }
}
