import type { AccountSession } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { accountPath } from '#lib/domain/accounts/accounts/account.ts'
import { accountColor, accountColorNumber } from '#lib/domain/accounts/accounts/account-color.ts'
import type { Organization } from '#lib/domain/organization/organization/organization.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { capitalize } from '#lib/foundation/i18n/describe-locale.ts'
import { toLanguageTag } from '#lib/foundation/i18n/languages.ts'
import type { Preferences } from '#lib/foundation/i18n/preferences.ts'
import { formatterFor, translatorFor } from '#lib/foundation/i18n/translator.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { type Html, html } from '#lib/kernel/html.ts'
import { accountInitials } from '#lib/kernel/initials.ts'
import { documentResponse } from '#lib/web/http/document.ts'
import type { EndpointResponse } from '#lib/web/http/endpoint.ts'

export type AccountPage = Readonly<{
  session: AccountSession
  user: Pick<User, 'name' | 'username' | 'email'>
  shownPath: string
  baseUrl: string
  organization: Organization
  preferences: Preferences
  requestId: string
}>

/** The page of an open account: a bar with "End and return", and facts about it. Complete without scripts. */
export function renderAccountPage(page: AccountPage): EndpointResponse {
  const { session, organization, preferences, requestId } = page
  return documentResponse({
    status: 200,
    title: session.accountName,
    organization,
    locale: session.locale,
    theme: preferences.theme,
    requestId,
    // With `no-referrer`, the bar's form would send `Origin: null`, which is refused as foreign.
    referrerPolicy: 'same-origin',
    policy: {
      'img-src': "'self' data:",
      'script-src': "'self'",
      'connect-src': "'self'",
      'form-action': listFormTargets(session.backUrl),
    },
    head: renderHead(page),
    body: html`${renderBar(page)}
${renderContent(page)}`,
  })
}

/** "End and return" redirects to the return address, and `form-action` also applies to redirects. */
function listFormTargets(backUrl: string): string {
  return `'self' ${new URL(backUrl).origin}`
}

function renderHead({ session }: AccountPage): Html {
  const { accountId, accountName } = session
  return html`<link rel="icon" href="${accountIcon(accountId, accountName)}" type="image/svg+xml">
<link rel="stylesheet" href="/account.css">
<script src="/account.js" defer></script>`
}

/** The tab icon as a `data:` URL: the account's letters on its color. */
function accountIcon(accountId: string, name: string): string {
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accountColor(accountId)}"/><text x="16" y="22" text-anchor="middle" font-family="system-ui,sans-serif" font-size="16" font-weight="600" fill="#fff">${accountInitials(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.markup)}`
}

/**
 * The bar is Latchkey's, so it speaks the language of the user who is signed in, unlike the account's page below it.
 */
function renderBar({ session, shownPath: place, preferences: { locale } }: AccountPage): Html {
  const t = translatorFor(locale, 'account')
  const path = accountPath(session.accountId)
  const leftMs = session.endsAt - session.readAt
  const minutes = Math.ceil(leftMs / minuteMs)
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const
  const time = formatterFor(locale, 'UTC').number(minutes, unit)
  return html`<header class="bar" lang="${toLanguageTag(locale)}" data-account-color="${String(accountColorNumber(session.accountId))}">
<span class="tile" aria-hidden="true">${accountInitials(session.accountName)}</span>
<p class="account"><strong>${session.accountName}</strong> <code>${session.accountId}</code></p>
<p class="person">${t('bar.signedInAs', { name: session.userName })}</p>
<a class="left" href="${place}" title="${t('bar.renew')}" data-status="${path}/-/status" data-left-ms="${String(leftMs)}" data-text="${t('bar.left', { time: '{time}' })}">${t('bar.left', { time })}</a>
<span class="lk-unseen" role="status"></span>
<form class="end" method="post" action="${path}/-/end"><button class="lk-button" type="submit">${t('bar.end')}</button></form>
</header>`
}

function renderContent(page: AccountPage): Html {
  const { session, shownPath: place } = page
  const t = translatorFor(session.locale, 'account')
  const isDeeper = place !== accountPath(session.accountId)
  return html`<main class="content" data-account-color="${String(accountColorNumber(session.accountId))}">
<h1>${session.accountName}</h1>
<p class="lead">${t('lead')}</p>
${isDeeper ? html`<p class="place">${t('place')} <code>${place}</code></p>` : []}
<div class="sections">${listAccountFacts(page)}</div>
</main>`
}

function listAccountFacts(facts: AccountPage): Html[] {
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

function describeUser({ user }: AccountPage): Html {
  return html`${user.name} <small>${user.email ?? user.username}</small>`
}

/** The requested locale, named in the language of the page. */
function describeLocale(locale: string): Html {
  const name = formatterFor(locale, 'UTC').displayName(locale, { type: 'language', languageDisplay: 'standard' })
  return html`${name && capitalize(name, locale)} <small><code>${locale}</code></small>`
}

/** In the reader's time zone if it is known; otherwise a script corrects it. */
function describeInstant({ session, preferences }: AccountPage, instant: number): Html {
  const { timeZone } = preferences
  const text = formatterFor(session.locale, timeZone).dateTime(instant, { dateStyle: 'medium', timeStyle: 'short' })
  const zonedText = timeZone === 'UTC' ? `${text} UTC` : text
  return html`<time datetime="${new Date(instant).toISOString()}">${zonedText}</time>`
}

function describeReturn({ session, baseUrl }: AccountPage): string {
  const { host, origin } = new URL(session.backUrl)
  return origin === baseUrl ? translatorFor(session.locale, 'account')('facts.ownAccounts') : host
}
