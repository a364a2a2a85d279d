const last = new Map<string, Promise<void>>()

/**
 * Attempts on one subject pass one after the other: a burst of guesses is counted like a slow series of them, and
 * many right ones at once refuse nobody.
 */
export async function takeTurn<T>(subject: string, attempt: () => Promise<T>): Promise<T> {
  const before = last.get(subject)
  const { promise: mine, resolve: pass } = Promise.withResolvers<void>()
  last.set(subject, mine)
  await before
  try {
    return await attempt()
  } finally {
    pass()
    if (last.get(subject) === mine) last.delete(subject)
  }
}
