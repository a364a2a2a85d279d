import type { ReactNode } from 'react'
import { compiledMessages } from '#lib/i18n/compiled-messages.ts'
import { pickLanguage, toLanguageTag } from '#lib/i18n/languages.ts'
import type { Namespace } from '#lib/i18n/translator.ts'
import { WordsProvider } from '../../../components/words.tsx'
import { readPreferences } from './preferences.ts'

/** What every page gives its client components: the words of the primitives and of refusals. */
const everywhere = ['widgets', 'errors'] as const satisfies readonly Namespace[]

type Props = Readonly<{ namespaces?: readonly Namespace[]; children: ReactNode }>

/**
 * Lets the client components inside call `useTranslations('…')` for these namespaces (`widgets` and `errors` are
 * always there). Name as few as possible: they travel with the page.
 */
export async function ClientMessages({ namespaces = [], children }: Props) {
  const { locale, timeZone } = await readPreferences()
  const language = pickLanguage(locale)
  const chosen = Object.fromEntries(
    [...everywhere, ...namespaces].map((name) => [name, compiledMessages(language, name)]),
  )
  return (
    <WordsProvider locale={toLanguageTag(locale)} timeZone={timeZone} messages={chosen}>
      {children}
    </WordsProvider>
  )
}
