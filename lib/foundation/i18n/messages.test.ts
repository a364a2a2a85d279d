import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import * as accountSession from '#lib/domain/accounts/account-sessions/account-session.ts'
import { maxKeyAccounts, maxKeyNetworks } from '#lib/domain/keys/api-keys/field-limits.ts'
import { expiringDays, unusedDays } from '#lib/domain/keys/api-keys/key-filter.ts'
import { linkLifeMs } from '#lib/domain/people/password-links/password-link.ts'
import { newPasswordLength } from '#lib/domain/people/passwords/password-length.ts'
import { gracePeriodMs } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { type Language, languages } from '#lib/foundation/i18n/languages.ts'
import globalError from '#lib/foundation/i18n/messages/global-error.json' with { type: 'json' }
import { messagesFor } from '#lib/foundation/i18n/translator.ts'
import { dayMs, hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'

const english = new Map(listAll('en'))

/** The limits that messages state, by the beginning of their keys. */
const stated: Readonly<Record<string, number>> = {
  'account.over.idle.why': accountSession.idleMs / minuteMs,
  'account.over.absolute.why': accountSession.absoluteMs / hourMs,
  'accountImport.rowProblems.name.too_long': fieldLengths.name.max,
  'accounts.problems.name.too_long': fieldLengths.name.max,
  'errors.refusals.confirmation_required.why': confirmationMs / minuteMs,
  'errors.confirm.why': confirmationMs / minuteMs,
  'shell.setUpNeeded.newLink': linkLifeMs.set_up / hourMs,
  'usersAndAccess.passwordLink.explain': linkLifeMs.set_password / hourMs,
  'signIn.forgotPassword.sent.why': linkLifeMs.forgotten_password / hourMs,
  'signInSettings.factor.next': gracePeriodMs / dayMs,
  'errors.refusals.password_short.why': newPasswordLength.min,
  'security.lastShort': newPasswordLength.min,
  'usersAndAccess.keys.ageFilters.expiring': expiringDays,
  'usersAndAccess.keys.ageFilters.unused': unusedDays,
  'usersAndAccess.newKey.accountsTooMany': maxKeyAccounts,
  'usersAndAccess.newKey.networksTooMany': maxKeyNetworks,
}

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

  it.each(Object.entries(stated))('state the limit that applies: %s', (start, limit) => {
    const stating = [...texts].filter(([key]) => key.startsWith(start)).map(([, text]) => /\d+/.exec(text)?.[0])
    expect(stating.length).toBeGreaterThan(0)
    expect(new Set(stating)).toEqual(new Set([String(limit)]))
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
  de: /Geheimnis|Zustand|Kommandozeile|Befehlszeile|Rücksprung|Administrator/,
  fr: /connecté\b|identifiant|administrateur|(?<!\/) [:;!?»]|« /i,
  es: /suceso|administrador|reanud|restablec|\bfij(e|ó|a) una contraseña/i,
  it: /\b(Lei|Suo|Sua|Suoi|Sue|segreto|e-mail|amministrator[ei])\b/,
  nl: /\beigenaa?r(en)? (of|en) beheerders?\b|\b(u|uw|geheim|terugkeeradres\w*|onderstrepingstekens?)\b/i,
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
