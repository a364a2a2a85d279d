import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { type Language, languages } from '#lib/i18n/languages.ts'
import globalError from '#lib/i18n/messages/global-error.json' with { type: 'json' }
import { messagesFor } from '#lib/i18n/translator.ts'

const english = new Map(listAll('en'))

describe.each(languages)('the messages in %s', (language) => {
  const texts = new Map(listAll(language))

  it('have the keys of the English messages and no others', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('are well-formed ICU messages with the arguments of the English ones', () => {
    const taken = [...texts].map(([key, text]) => `${key}: ${listArguments(parse(text))}`)
    const takenInEnglish = [...texts.keys()].map((key) => `${key}: ${listArguments(parse(english.get(key) ?? ''))}`)
    expect(taken).toEqual(takenInEnglish)
  })

  it('are not empty and have no surrounding or double spaces', () => {
    expect([...texts].filter(([, text]) => text === '' || text.trim() !== text || text.includes('  '))).toEqual([])
  })
})

describe.each(languages.filter((language) => language !== 'en'))('the messages in %s', (language) => {
  it('contain no sentence in English', () => {
    const left = listAll(language).filter(([key, text]) => text === english.get(key) && countWords(parse(text)) >= 3)
    expect(left).toEqual([])
  })
})

/** Words that `messages/glossary.md` replaces: another form of address, or a second word for one thing. */
const refused: Readonly<Record<Exclude<Language, 'en'>, RegExp>> = {
  de: /Geheimnis|Zustand|Kommandozeile|Befehlszeile|Rücksprung/,
  fr: /connecté\b|identifiant|(?<!\/) [:;!?»]|« /i,
  es: /suceso|reanud|restablec|\bfij(e|ó|a) una contraseña/i,
  it: /\b(Lei|Suo|Sua|Suoi|Sue|segreto|e-mail)\b/,
  nl: /\b(u|uw|geheim|terugkeeradres\w*|onderstrepingstekens?)\b/i,
}

describe.each(Object.entries(refused))('the messages in %s', (language, words) => {
  it('use the words of the glossary', () => {
    expect(listAll(language as Language).filter(([, text]) => words.test(text))).toEqual([])
  })
})

function listAll(language: Language) {
  return listMessages({ ...messagesFor(language), globalError: globalError[language] })
}

/** Path and text of every message. */
function listMessages(tree: object, path = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : listMessages(value, `${path}${key}.`),
  )
}

/** Only what is written out: what is put in counts for nothing. */
function countWords(elements: readonly MessageFormatElement[]): number {
  return elements
    .map((element) =>
      element.type === TYPE.literal ? (element.value.match(/\p{L}+/gu)?.length ?? 0) : countWords(childrenOf(element)),
    )
    .reduce((sum, words) => sum + words, 0)
}

/** The arguments of a message, by name and kind: `count number, name text`. */
function listArguments(elements: readonly MessageFormatElement[]): string {
  return [...new Set(elements.flatMap(readArguments))].sort().join(', ')
}

function readArguments(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.literal:
    case TYPE.pound:
      return []
    case TYPE.tag:
      return [`<${element.value}>`, ...childrenOf(element).flatMap(readArguments)]
    case TYPE.plural:
      return [`${element.value} number`, ...childrenOf(element).flatMap(readArguments)]
    case TYPE.select:
      return [`${element.value} text`, ...childrenOf(element).flatMap(readArguments)]
    case TYPE.argument:
      return [`${element.value} text`]
    default:
      return [`${element.value} ${TYPE[element.type]}`]
  }
}

/** The content of a tag, and of the branches of a choice. */
function childrenOf(element: MessageFormatElement): MessageFormatElement[] {
  if (element.type === TYPE.tag) return element.children
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
  return Object.values(element.options).flatMap((option) => option.value)
}
