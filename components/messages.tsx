'use client'

import format, { type CompiledMessage } from 'icu-minify/format'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { useTranslations as useLibraryTranslations } from 'use-intl/react'
import type { Messages } from '#lib/foundation/i18n/catalogs.ts'

type Words = Readonly<{ locale: string; timeZone: string; messages: Readonly<Partial<Messages>> }>
type Values = Parameters<typeof format<string>>[2]
type Tree = { readonly [key: string]: CompiledMessage | Tree }

const WordsContext = createContext<Words | undefined>(undefined)

/** Provides compiled messages to client components. The server chooses the namespaces (see `ClientMessages`). */
export function MessagesProvider({ children, ...words }: Words & Readonly<{ children: ReactNode }>) {
  const { locale, timeZone, messages } = words
  const value = useMemo(() => ({ locale, timeZone, messages }), [locale, timeZone, messages])
  return <WordsContext value={value}>{children}</WordsContext>
}

/** Adds messages that the response of an action brought along. */
export function MoreMessages({ messages, children }: Readonly<{ messages: object; children: ReactNode }>) {
  const words = useWords()
  const value = useMemo(() => ({ ...words, messages: { ...words.messages, ...messages } }), [words, messages])
  return <WordsContext value={value}>{children}</WordsContext>
}

function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('no words are provided here')
  return words
}

export function useLocale(): string {
  return useWords().locale
}

export function useMessages(): Messages {
  // `ClientMessages` provides every namespace that the components below it use.
  return useWords().messages as Messages
}

/**
 * `useTranslations` of use-intl for precompiled messages: it leaves out the parser, which is most of the library's
 * weight. Same keys and arguments; no rich text.
 */
// The library's types check keys and arguments.
export const useTranslations = useCompiled as unknown as typeof useLibraryTranslations

function useCompiled(namespace: string): (key: string, values?: Values) => string {
  const { locale, timeZone, messages } = useWords()
  return useMemo(() => {
    const tree = findMessage(messages as Tree, namespace)
    return (key, values) => {
      const message = findMessage(tree, key)
      if (typeof message !== 'string' && !Array.isArray(message)) return `${namespace}.${key}`
      const text = format<string>(message, locale, values, { formatters, timeZone })
      return Array.isArray(text) ? text.join('') : text
    }
  }, [locale, timeZone, messages, namespace])
}

export function useDateTime(): (at: number, options: Intl.DateTimeFormatOptions) => string {
  const { locale, timeZone } = useWords()
  return (at, options) => new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at)
}

function findMessage(tree: CompiledMessage | Tree | undefined, path: string): CompiledMessage | Tree | undefined {
  return path.split('.').reduce<CompiledMessage | Tree | undefined>((found, key) => {
    return typeof found === 'object' && !Array.isArray(found) ? found[key] : undefined
  }, tree)
}

const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
}
