import type { Language } from '#lib/i18n/languages.ts'
import deAccountPages from '#lib/i18n/messages/de/account-pages.json' with { type: 'json' }
import deActivity from '#lib/i18n/messages/de/activity.json' with { type: 'json' }
import deMail from '#lib/i18n/messages/de/mail.json' with { type: 'json' }
import deManagement from '#lib/i18n/messages/de/management.json' with { type: 'json' }
import dePortal from '#lib/i18n/messages/de/portal.json' with { type: 'json' }
import deWhy from '#lib/i18n/messages/de/why.json' with { type: 'json' }
import { messages as en } from '#lib/i18n/messages/en/all.ts'
import esAccountPages from '#lib/i18n/messages/es/account-pages.json' with { type: 'json' }
import esActivity from '#lib/i18n/messages/es/activity.json' with { type: 'json' }
import esMail from '#lib/i18n/messages/es/mail.json' with { type: 'json' }
import esManagement from '#lib/i18n/messages/es/management.json' with { type: 'json' }
import esPortal from '#lib/i18n/messages/es/portal.json' with { type: 'json' }
import esWhy from '#lib/i18n/messages/es/why.json' with { type: 'json' }
import frAccountPages from '#lib/i18n/messages/fr/account-pages.json' with { type: 'json' }
import frActivity from '#lib/i18n/messages/fr/activity.json' with { type: 'json' }
import frMail from '#lib/i18n/messages/fr/mail.json' with { type: 'json' }
import frManagement from '#lib/i18n/messages/fr/management.json' with { type: 'json' }
import frPortal from '#lib/i18n/messages/fr/portal.json' with { type: 'json' }
import frWhy from '#lib/i18n/messages/fr/why.json' with { type: 'json' }
import itAccountPages from '#lib/i18n/messages/it/account-pages.json' with { type: 'json' }
import itActivity from '#lib/i18n/messages/it/activity.json' with { type: 'json' }
import itMail from '#lib/i18n/messages/it/mail.json' with { type: 'json' }
import itManagement from '#lib/i18n/messages/it/management.json' with { type: 'json' }
import itPortal from '#lib/i18n/messages/it/portal.json' with { type: 'json' }
import itWhy from '#lib/i18n/messages/it/why.json' with { type: 'json' }
import nlAccountPages from '#lib/i18n/messages/nl/account-pages.json' with { type: 'json' }
import nlActivity from '#lib/i18n/messages/nl/activity.json' with { type: 'json' }
import nlMail from '#lib/i18n/messages/nl/mail.json' with { type: 'json' }
import nlManagement from '#lib/i18n/messages/nl/management.json' with { type: 'json' }
import nlPortal from '#lib/i18n/messages/nl/portal.json' with { type: 'json' }
import nlWhy from '#lib/i18n/messages/nl/why.json' with { type: 'json' }

/** The English messages: `as const`, so the compiler reads each message's arguments from its text. */
export type Messages = typeof en

/** The English keys with other text: a translation that lacks a message does not compile. */
type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>
}

export const catalogs: Readonly<Record<Language, Translation<Messages>>> = {
  en,
  de: { ...deAccountPages, ...deActivity, ...deMail, ...deManagement, ...dePortal, ...deWhy },
  fr: { ...frAccountPages, ...frActivity, ...frMail, ...frManagement, ...frPortal, ...frWhy },
  es: { ...esAccountPages, ...esActivity, ...esMail, ...esManagement, ...esPortal, ...esWhy },
  it: { ...itAccountPages, ...itActivity, ...itMail, ...itManagement, ...itPortal, ...itWhy },
  nl: { ...nlAccountPages, ...nlActivity, ...nlMail, ...nlManagement, ...nlPortal, ...nlWhy },
}
