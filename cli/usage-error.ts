/** A command that can't run as it was given. Nothing was sent or changed. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** @param words the command, such as `webhook list` */
export function noRemoteForm(words: string): UsageError {
  return new UsageError(
    `'${words}' doesn't work with --url: run it on the machine of the server, without --url and LATCHKEY_URL.`,
  )
}
