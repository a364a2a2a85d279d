import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { languages } from '#lib/i18n/languages.ts'
import { messagesFor } from '#lib/i18n/translator.ts'

const english = new Map(listMessages(messagesFor('en')))

describe.each(languages)('the messages in %s', (language) => {
  const texts = new Map(listMessages(messagesFor(language)))

  it('are all there, and none is left over', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it('are well-formed, and take exactly what the English ones take', () => {
    const taken = [...texts].map(([key, text]) => `${key}: ${listArguments(parse(text))}`)
    const takenInEnglish = [...texts.keys()].map((key) => `${key}: ${listArguments(parse(english.get(key) ?? ''))}`)
    expect(taken).toEqual(takenInEnglish)
  })

  it('say something, without stray spaces', () => {
    expect([...texts].filter(([, text]) => text === '' || text.trim() !== text || text.includes('  '))).toEqual([])
  })
})

describe.each(languages.filter((language) => language !== 'en'))('the messages in %s', (language) => {
  it('are translated: no sentence is left in English', () => {
    const left = listMessages(messagesFor(language)).filter(
      ([key, text]) => text === english.get(key) && text.split(' ').length >= 3,
    )
    expect(left).toEqual([])
  })
})

/** Path and text of every message. */
function listMessages(tree: object, path = ''): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : listMessages(value, `${path}${key}.`),
  )
}

/** What a message is to be given, by name and kind, wherever in it: `count plural, name`. */
function listArguments(elements: readonly MessageFormatElement[]): string {
  return [...new Set(elements.flatMap(readArguments))].sort().join(', ')
}

function readArguments(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.literal:
    case TYPE.pound:
      return []
    case TYPE.tag:
      return [`<${element.value}>`, ...element.children.flatMap(readArguments)]
    case TYPE.plural:
    case TYPE.select: {
      const branches = Object.values(element.options).flatMap((option) => option.value)
      return [`${element.value} ${TYPE[element.type]}`, ...branches.flatMap(readArguments)]
    }
    default:
      return [element.type === TYPE.argument ? element.value : `${element.value} ${TYPE[element.type]}`]
  }
}
