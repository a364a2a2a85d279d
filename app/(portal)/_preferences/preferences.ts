import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { type Preferences, readPreferences as readPreferencesOf } from '#lib/foundation/i18n/preferences.ts'
import { formatterFor, type Namespace, translatorFor } from '#lib/foundation/i18n/translator.ts'

/** The reader's language, theme and time zone from cookies and `Accept-Language`, read once per request. */
export const readPreferences = cache(async (): Promise<Preferences> => {
  const [jar, requestHeaders] = await Promise.all([cookies(), headers()])
  return readPreferencesOf((name) => jar.get(name)?.value, requestHeaders.get('accept-language'))
})

/** Messages of one namespace, for server components. */
export async function portalTranslator<N extends Namespace>(namespace: N) {
  return translatorFor((await readPreferences()).locale, namespace)
}

/** A page's `generateMetadata`: its title from the messages. */
export function pageTitle<N extends Namespace>(
  namespace: N,
  write: (t: Awaited<ReturnType<typeof portalTranslator<N>>>) => string,
): () => Promise<Metadata> {
  return async () => ({ title: write(await portalTranslator(namespace)) })
}

/** Formats numbers, dates and relative times in the reader's locale and time zone. */
export async function portalFormatter() {
  const { locale, timeZone } = await readPreferences()
  return formatterFor(locale, timeZone)
}
