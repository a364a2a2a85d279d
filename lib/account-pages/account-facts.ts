import type { AccountSession } from '#lib/account-sessions/account-session.ts'
import { type Html, html } from '#lib/http/html.ts'
import type { Preferences } from '#lib/i18n/preferences.ts'
import { formatterFor, translatorFor } from '#lib/i18n/translator.ts'
import type { User } from '#lib/users/user.ts'

export type AccountFacts = Readonly<{
  session: AccountSession
  user: Pick<User, 'name' | 'username' | 'email'>
  /** Path and query that the page displays. */
  shownPath: string
  baseUrl: string
  preferences: Preferences
}>

/** Account and session details in the session's locale. */
export function listAccountFacts(facts: AccountFacts): Html[] {
  const { session } = facts
  const t = translatorFor(session.locale, 'account')
  return [
    section(t('facts.account'), [
      [t('facts.name'), session.accountName],
      [t('facts.id'), html`<code>${session.accountId}</code>`],
      [t('facts.language'), describeLocale(session.locale)],
      [t('facts.landing'), html`<code>${session.deepPath}</code>`],
    ]),
    section(t('facts.session'), [
      [t('facts.person'), describeUser(facts)],
      [t('facts.opened'), t(session.keyId === null ? 'facts.byPerson' : 'facts.byProgram')],
      [t('facts.since'), describeInstant(facts, session.createdAt)],
      [t('facts.idleEnd'), describeInstant(facts, session.endsAt)],
      [t('facts.absoluteEnd'), describeInstant(facts, session.expiresAt)],
      [t('facts.returnsTo'), describeReturn(facts)],
    ]),
  ]
}

function section(title: string, facts: readonly (readonly [name: string, value: string | Html])[]): Html {
  const rows = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<section><h2>${title}</h2><dl>${rows}</dl></section>`
}

function describeUser({ user }: AccountFacts): Html {
  return html`${user.name} <small>${user.email ?? user.username}</small>`
}

/** The requested locale, named in the language of the page. */
function describeLocale(locale: string): Html {
  const name = formatterFor(locale, 'UTC').displayName(locale, { type: 'language', languageDisplay: 'standard' })
  return html`${name} <small><code>${locale}</code></small>`
}

/** In the reader's time zone if it is known; otherwise a script corrects it. */
function describeInstant({ session, preferences }: AccountFacts, instant: number): Html {
  const { timeZone } = preferences
  const text = formatterFor(session.locale, timeZone).dateTime(instant, { dateStyle: 'medium', timeStyle: 'short' })
  const zonedText = timeZone === 'UTC' ? `${text} UTC` : text
  return html`<time datetime="${new Date(instant).toISOString()}">${zonedText}</time>`
}

function describeReturn({ session, baseUrl }: AccountFacts): string {
  const { host, origin } = new URL(session.backUrl)
  return origin === baseUrl ? translatorFor(session.locale, 'account')('facts.ownAccounts') : host
}
