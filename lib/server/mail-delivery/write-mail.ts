import { pauseReasons } from '#lib/domain/events/webhooks/webhook.ts'
import { type Language, pickLanguage } from '#lib/foundation/i18n/languages.ts'
import { formatterFor, translatorFor } from '#lib/foundation/i18n/translator.ts'
import type { MailContent, MailFacts, MailKind } from '#lib/foundation/mails/mail.ts'
import type { MailRecipient } from '#lib/foundation/mails/store.ts'

/** A mail in the reader's language, before it has a form. Every URL begins with `BASE_URL`. */
export type MailText = Readonly<{
  language: Language
  subject: string
  hello: string
  paragraphs: readonly string[]
  /** `otherwise`: what to do where the button does not work. */
  action: Readonly<{ label: string; url: string; otherwise: string }> | undefined
  /** In small type. */
  notes: readonly string[]
}>

type Subject = Readonly<{
  recipient: Pick<MailRecipient, 'name' | 'language' | 'timeZone'>
  site: string
  baseUrl: string
}>

type Told = MailContent & Readonly<{ createdAt: number; linkUrl: string | undefined }>

/** Writes what a mail tells. Names are the choice of other users: each becomes one line of bounded length. */
export function writeMail(told: Told, about: Subject): MailText {
  const writer = createWriter(told, about)
  const { language, hello, t, baseUrl } = writer
  const { subject, paragraphs, label, path, note } = write(told, writer)
  const url = told.linkUrl ?? `${baseUrl}${path}`
  return {
    ...{ language, subject, hello, paragraphs, notes: note ? [note] : [] },
    action: { label, url, otherwise: t('openLink', { url }) },
  }
}

/** The message by which a manager or an operator checks the settings. */
export function writeTestMail(about: Subject): MailText {
  const { language, hello, t, site } = createWriter({ createdAt: 0 }, about)
  return {
    ...{ language, hello, subject: t('test.subject', { site }), paragraphs: [t('test.lead', { site })] },
    ...{ action: undefined, notes: [t('test.note', { site })] },
  }
}

type Writer = ReturnType<typeof createWriter>
type Written = Readonly<{ subject: string; paragraphs: string[]; label: string; path: string; note?: string }>

function createWriter({ createdAt }: Pick<Told, 'createdAt'>, { recipient, site, baseUrl }: Subject) {
  const language = pickLanguage(recipient.language ?? '')
  const zone = recipient.timeZone ?? 'UTC'
  const format = formatterFor(language, zone)
  const date = (at: number) => format.dateTime(at, { dateStyle: 'long' })
  const moment = (at: number) =>
    `${format.dateTime(at, { dateStyle: 'long', timeStyle: 'short' })} (${zone.replaceAll('_', ' ')})`
  const t = translatorFor(language, 'mail')
  const by = (name: string) => (name === '' ? t('operator') : toLine(name))
  return {
    ...{ language, t, date, moment, by, baseUrl, site: toLine(site), at: moment(createdAt) },
    hello: t('hello', { name: toLine(recipient.name) }),
  }
}

/** What no header and no line of text can be broken with. */
export function toLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

function write<Kind extends MailKind>({ kind, facts }: MailContent<Kind>, writer: Writer): Written {
  return writers[kind](facts, writer)
}

const writers: { readonly [Kind in MailKind]: (facts: MailFacts[Kind], writer: Writer) => Written } = {
  invitation: ({ by, until }, writer) => writeLink('invitation', { by, until }, writer),
  password_link: ({ by, until }, writer) => writeLink('password_link', { by, until }, writer),
  forgotten_password: ({ address, until }, { t, site, moment }) => ({
    subject: t('forgotten_password.subject', { site }),
    paragraphs: [t('forgotten_password.lead', { site, address })],
    ...{ label: t('forgotten_password.action'), path: '/forgot-password' },
    note: t('forgotten_password.note', { until: moment(until) }),
  }),
  password_changed: ({ address }, { t, site, at }) => ({
    subject: t('password_changed.subject', { site }),
    paragraphs: [t('password_changed.lead', { site, at, address })],
    ...{ label: t('password_changed.action'), path: '/your-account', note: t('password_changed.note') },
  }),
  factor_changed: ({ change, name, address }, { t, site, at }) => ({
    subject: t('factor_changed.subject', { site }),
    paragraphs: [
      t('factor_changed.lead', { change, site, at, address }),
      ...(name === '' ? [] : [t('factor_changed.passkey', { name: toLine(name) })]),
    ],
    ...{ label: t('factor_changed.action'), path: '/your-account', note: t('factor_changed.note') },
  }),
  identity_linked: ({ provider, address }, { t, site, at }) => ({
    subject: t('identity_linked.subject', { site, provider: toLine(provider) }),
    paragraphs: [t('identity_linked.lead', { site, provider: toLine(provider), at, address })],
    ...{ label: t('factor_changed.action'), path: '/your-account', note: t('identity_linked.note') },
  }),
  email_confirmation: ({ user, until }, { t, site, moment }) => ({
    subject: t('email_confirmation.subject', { site }),
    paragraphs: [t('email_confirmation.lead', { site, user })],
    ...{ label: t('email_confirmation.action'), path: '/your-account' },
    note: t('email_confirmation.note', { user, until: moment(until) }),
  }),
  email_changed: ({ email }, { t, site, at }) => ({
    subject: t('email_changed.subject', { site }),
    paragraphs: [t('email_changed.lead', { site, at, email })],
    ...{ label: t('email_changed.action'), path: '/your-account', note: t('email_changed.note') },
  }),
  names_requested: ({ userId, user, username, email }, { t, site }) => ({
    subject: t('names_requested.subject', { user: toLine(user) }),
    paragraphs: [
      t('names_requested.lead', {
        ...{ site, user: toLine(user) },
        names: [username, email].filter((name) => name !== '').join(', '),
      }),
    ],
    ...{ label: t('names_requested.action'), path: userPath(userId), note: t('names_requested.note') },
  }),
  provisioning_refused: ({ userId, user, userName }, { t, site, at }) => ({
    subject: t('provisioning_refused.subject', { userName: toLine(userName) }),
    paragraphs: [t('provisioning_refused.lead', { site, at, user: toLine(user), userName: toLine(userName) })],
    ...{ label: t('provisioning_refused.action'), path: userPath(userId), note: t('provisioning_refused.note') },
  }),
  new_browser: ({ address, browser }, { t, site, at }) => ({
    subject: t('new_browser.subject', { site }),
    paragraphs: [
      t('new_browser.lead', { site, at }),
      ...(browser === '' ? [] : [t('new_browser.browser', { browser })]),
      t('new_browser.address', { address }),
    ],
    ...{ label: t('new_browser.action'), path: '/your-account', note: t('new_browser.note') },
  }),
  key_expiring: ({ keyId, name, owner, expiresAt }, { t, date, moment }) => ({
    subject: t('key_expiring.subject', { name: toLine(name), date: date(expiresAt) }),
    paragraphs: [t('key_expiring.lead', { name: toLine(name), owner: toLine(owner), until: moment(expiresAt) })],
    ...{ label: t('key_expiring.action'), path: keyPath(keyId), note: t('key_expiring.note') },
  }),
  key_revoked: ({ keyId, name, owner, by, reported }, { t, at, by: byName }) => ({
    subject: t('key_revoked.subject', { name: toLine(name) }),
    paragraphs: [
      reported
        ? t('key_revoked.reported', { name: toLine(name), owner: toLine(owner), at })
        : t('key_revoked.lead', { by: byName(by), name: toLine(name), owner: toLine(owner), at }),
    ],
    ...{ label: t('key_revoked.action'), path: keyPath(keyId), note: t('key_revoked.note') },
  }),
  webhook_paused: ({ webhookId, origin, reason }, { t, at, language }) => {
    const known = pauseReasons.find((each) => each === reason) ?? 'manual'
    return {
      subject: t('webhook_paused.subject', { origin }),
      paragraphs: [t('webhook_paused.lead', { at, origin }), translatorFor(language, 'webhooks')(`paused.${known}`)],
      ...{ label: t('webhook_paused.action'), path: `/settings/webhooks/${webhookId}` },
    }
  },
  access_requested: ({ user, account, note }, { t }) => ({
    subject: t('access_requested.subject', { user: toLine(user), account }),
    paragraphs: [t('access_requested.lead', { user: toLine(user), account }), t('quoted', { note: toLine(note) })],
    ...{ label: t('access_requested.action'), path: '/users-and-access/requests' },
  }),
  access_decided: ({ account, decision, by, note }, { t, by: byName }) => ({
    subject: t('access_decided.subject', { account, decision }),
    paragraphs: [
      t('access_decided.lead', { account, decision, by: byName(by) }),
      ...(note === '' ? [] : [t('quoted', { note: toLine(note) })]),
    ],
    ...{ label: t('access_decided.action'), path: '/access-requests' },
  }),
}

function writeLink(
  kind: 'invitation' | 'password_link',
  { by, until }: MailFacts['invitation'],
  { t, site, moment, by: byName }: Writer,
): Written {
  return {
    subject: t(`${kind}.subject`, { site }),
    paragraphs: [t(`${kind}.lead`, { by: byName(by), site })],
    ...{ label: t(`${kind}.action`), path: '/', note: t(`${kind}.note`, { until: moment(until) }) },
  }
}

function keyPath(keyId: string): string {
  return `/users-and-access/keys/${keyId}`
}

function userPath(userId: string): string {
  return `/users-and-access/users/${userId}`
}
