import { type Containment, containable } from '#lib/domain/keys/leak-desk/containable.ts'
import { type Query, textOf, toHref } from './list-url.ts'
import { listPath } from './users-and-access-url.ts'

export const leakDeskPath = `${listPath}/leak-desk`

/** The messages that say what containing does. */
export const wordsOf = { secret: 'containSecret', family: 'containFamily', link: 'containLink' } as const

/** The URL that asks whether to contain this; `done`: that says it was contained. */
export function leakDeskHref({ keyId, subject, id }: Containment, done = false): string {
  return toHref(leakDeskPath, { [done ? 'contained' : 'contain']: subject, key: keyId, of: id })
}

/** What the URL asks to contain, or says was contained. */
export function readTarget(query: Query, name: 'contain' | 'contained'): Containment | undefined {
  const subject = containable.find((known) => known === textOf(query[name]))
  return subject && { subject, keyId: textOf(query.key), id: textOf(query.of) }
}
