import type { ReactNode } from 'react'
import { MessagesProvider } from '#components/messages.tsx'
import { compiledMessages, compiledPageErrors } from '#lib/foundation/i18n/compiled-messages.ts'
import { pickLanguage, toLanguageTag } from '#lib/foundation/i18n/languages.ts'
import type { Namespace } from '#lib/foundation/i18n/translator.ts'
import { readPreferences } from './preferences.ts'

type Props = Readonly<{
  namespaces?: readonly Namespace[]
  /** `false` around a whole page: the forms inside provide the messages of their refusals. */
  forms?: boolean
  children: ReactNode
}>

/** Provides messages to the client components inside. Name few namespaces: they add to the page's weight. */
export async function ClientMessages({ namespaces = [], forms = true, children }: Props) {
  const { locale, timeZone } = await readPreferences()
  const language = pickLanguage(locale)
  const chosen = Object.fromEntries(namespaces.map((name) => [name, compiledMessages(language, name)]))
  const messages = {
    ...chosen,
    widgets: compiledMessages(language, 'widgets'),
    errors: forms ? compiledMessages(language, 'errors') : compiledPageErrors(language),
  }
  return (
    <MessagesProvider locale={toLanguageTag(locale)} timeZone={timeZone} messages={messages}>
      {children}
    </MessagesProvider>
  )
}
