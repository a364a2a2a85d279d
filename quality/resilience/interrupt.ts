const undoings = new Set<() => Promise<void>>()
let isInterrupted = false

/** Has something undone should the run be interrupted: mounts and databases outlive a process. @returns what calls it off */
export function onInterrupt(undo: () => Promise<void>): () => void {
  undoings.add(undo)
  return () => void undoings.delete(undo)
}

/** What an interrupted case has seen last says nothing of the product: nobody gets to hear of it. */
export function blockIfInterrupted(): Promise<void> {
  return isInterrupted ? new Promise(() => undefined) : Promise.resolve()
}

/** From now on an interrupted run (SIGINT, SIGTERM) leaves nothing behind; what it has found so far is on record. */
export function cleanUpOnInterrupt(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void undoAndExit())
}

async function undoAndExit(): Promise<void> {
  if (isInterrupted) return
  isInterrupted = true
  process.stderr.write('Interrupted: cleaning up …\n')
  // The last that was made is the first to go: a database lies on what is mounted.
  for (const undo of [...undoings].reverse()) await undo().catch(() => undefined)
  process.exit(130)
}
