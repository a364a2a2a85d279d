import type { ReactNode } from 'react'
import { compiledMessages } from '#lib/i18n/compiled-messages.ts'
import { pickLanguage, toLanguageTag } from '#lib/i18n/languages.ts'
import type { Namespace } from '#lib/i18n/translator.ts'
import { MessagesProvider } from '../../../components/messages.tsx'
import { readPreferences } from './preferences.ts'

/** Messages of the UI primitives and of errors, on every page. */
const everywhere = ['widgets', 'errors'] as const satisfies readonly Namespace[]

type Props = Readonly<{ namespaces?: readonly Namespace[]; children: ReactNode }>

/**
 * Provides these message namespaces to the client components inside (`widgets` and `errors` are always included). Name
 * as few as possible: they add to the page's weight.
 */
export async function ClientMessages({ namespaces = [], children }: Props) {
  const { locale, timeZone } = await readPreferences()
  const language = pickLanguage(locale)
  const chosen = Object.fromEntries(
    [...everywhere, ...namespaces].map((name) => [name, compiledMessages(language, name)]),
  )
  return (
    <MessagesProvider locale={toLanguageTag(locale)} timeZone={timeZone} messages={chosen}>
      {children}
    </MessagesProvider>
  )
}
