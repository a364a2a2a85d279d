const undoings = new Set<() => Promise<void>>()
let isInterrupted = false

/** Registers a cleanup for interrupts: mounts and databases outlive a process. @returns a function that cancels it */
export function onInterrupt(undo: () => Promise<void>): () => void {
  undoings.add(undo)
  return () => void undoings.delete(undo)
}

/** Never resolves after an interrupt: faults of an interrupted case are not the product's. */
export function blockIfInterrupted(): Promise<void> {
  return isInterrupted ? new Promise(() => undefined) : Promise.resolve()
}

/** Makes SIGINT and SIGTERM run the registered cleanups. Published results stay. */
export function cleanUpOnInterrupt(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void undoAndExit())
}

async function undoAndExit(): Promise<void> {
  if (isInterrupted) return
  isInterrupted = true
  process.stderr.write('Interrupted: cleaning up …\n')
  // In reverse order: a database may be on a mount.
  for (const undo of [...undoings].reverse()) await undo().catch(() => undefined)
  process.exit(130)
}
