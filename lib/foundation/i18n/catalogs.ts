import type { Language } from '#lib/foundation/i18n/languages.ts'
import deAccountPages from '#lib/foundation/i18n/messages/de/account-pages.json' with { type: 'json' }
import deActivity from '#lib/foundation/i18n/messages/de/activity.json' with { type: 'json' }
import deMail from '#lib/foundation/i18n/messages/de/mail.json' with { type: 'json' }
import deManagement from '#lib/foundation/i18n/messages/de/management.json' with { type: 'json' }
import dePortal from '#lib/foundation/i18n/messages/de/portal.json' with { type: 'json' }
import deWhy from '#lib/foundation/i18n/messages/de/why.json' with { type: 'json' }
import { messages as en } from '#lib/foundation/i18n/messages/en/all.ts'
import esAccountPages from '#lib/foundation/i18n/messages/es/account-pages.json' with { type: 'json' }
import esActivity from '#lib/foundation/i18n/messages/es/activity.json' with { type: 'json' }
import esMail from '#lib/foundation/i18n/messages/es/mail.json' with { type: 'json' }
import esManagement from '#lib/foundation/i18n/messages/es/management.json' with { type: 'json' }
import esPortal from '#lib/foundation/i18n/messages/es/portal.json' with { type: 'json' }
import esWhy from '#lib/foundation/i18n/messages/es/why.json' with { type: 'json' }
import frAccountPages from '#lib/foundation/i18n/messages/fr/account-pages.json' with { type: 'json' }
import frActivity from '#lib/foundation/i18n/messages/fr/activity.json' with { type: 'json' }
import frMail from '#lib/foundation/i18n/messages/fr/mail.json' with { type: 'json' }
import frManagement from '#lib/foundation/i18n/messages/fr/management.json' with { type: 'json' }
import frPortal from '#lib/foundation/i18n/messages/fr/portal.json' with { type: 'json' }
import frWhy from '#lib/foundation/i18n/messages/fr/why.json' with { type: 'json' }
import itAccountPages from '#lib/foundation/i18n/messages/it/account-pages.json' with { type: 'json' }
import itActivity from '#lib/foundation/i18n/messages/it/activity.json' with { type: 'json' }
import itMail from '#lib/foundation/i18n/messages/it/mail.json' with { type: 'json' }
import itManagement from '#lib/foundation/i18n/messages/it/management.json' with { type: 'json' }
import itPortal from '#lib/foundation/i18n/messages/it/portal.json' with { type: 'json' }
import itWhy from '#lib/foundation/i18n/messages/it/why.json' with { type: 'json' }
import nlAccountPages from '#lib/foundation/i18n/messages/nl/account-pages.json' with { type: 'json' }
import nlActivity from '#lib/foundation/i18n/messages/nl/activity.json' with { type: 'json' }
import nlMail from '#lib/foundation/i18n/messages/nl/mail.json' with { type: 'json' }
import nlManagement from '#lib/foundation/i18n/messages/nl/management.json' with { type: 'json' }
import nlPortal from '#lib/foundation/i18n/messages/nl/portal.json' with { type: 'json' }
import nlWhy from '#lib/foundation/i18n/messages/nl/why.json' with { type: 'json' }

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
