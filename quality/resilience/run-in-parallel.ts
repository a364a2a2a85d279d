/**
 * Runs jobs in order, at most `width` at a time.
 * @returns each result when its job is done
 */
export async function* runInParallel<T>(jobs: readonly (() => Promise<T>)[], width: number): AsyncGenerator<T> {
  const running = new Map<number, Promise<readonly [number, T]>>()
  for (let next = 0; next < jobs.length || running.size > 0; ) {
    const job = running.size < width ? jobs[next] : undefined
    if (job) {
      const index = next++
      running.set(
        index,
        job().then((outcome) => [index, outcome] as const),
      )
      continue
    }
    const [index, outcome] = await Promise.race(running.values())
    running.delete(index)
    yield outcome
  }
}
