'use client'

import format, { type CompiledMessage } from 'icu-minify/format'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { useTranslations as useLibraryTranslations } from 'use-intl/react'
import type { Messages } from '#lib/i18n/catalogs.ts'

type Words = Readonly<{ locale: string; timeZone: string; messages: Readonly<Partial<Messages>> }>
type Values = Parameters<typeof format<string>>[2]
/** Messages by their keys, compiled. */
type Tree = { readonly [key: string]: CompiledMessage | Tree }

const WordsContext = createContext<Words | undefined>(undefined)

/** Compiled words for client components; which ones, the server decides (see `ClientMessages`). */
export function MessagesProvider({ children, ...words }: Words & Readonly<{ children: ReactNode }>) {
  const { locale, timeZone, messages } = words
  const value = useMemo(() => ({ locale, timeZone, messages }), [locale, timeZone, messages])
  return <WordsContext value={value}>{children}</WordsContext>
}

function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('no words are provided here')
  return words
}

/** All words that are here, by namespace. */
export function useMessages(): Messages {
  // The server provides what the components that it draws ask for.
  return useWords().messages as Messages
}

/**
 * `useTranslations` of use-intl for messages that are compiled already: without the parser, which is most of what that
 * weighs. It knows the same keys and arguments, and no rich text.
 */
// The library's types are what checks keys and arguments.
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

/** Dates as the reader writes them, in their time zone. */
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
