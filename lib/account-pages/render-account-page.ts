import { accountColor, accountIcon, accountLetter } from '#lib/account-pages/account-color.ts'
import { type AccountFacts, listAccountFacts } from '#lib/account-pages/account-facts.ts'
import { accountPath } from '#lib/accounts/account.ts'
import { minuteMs } from '#lib/clock.ts'
import { randomToken } from '#lib/crypto.ts'
import { documentResponse } from '#lib/http/document.ts'
import type { EndpointResponse } from '#lib/http/endpoint-response.ts'
import { type Html, html } from '#lib/http/html.ts'
import { formatterFor, translatorFor } from '#lib/i18n/translator.ts'

export type AccountPage = AccountFacts & Readonly<{ requestId: string }>

/**
 * The page of an open account: a bar in the account's color with account, user, remaining time and "End and return";
 * below it, account and session details. Complete without scripts.
 */
export function renderAccountPage(page: AccountPage): EndpointResponse {
  const { session, preferences, requestId } = page
  const nonce = randomToken()
  return documentResponse({
    status: 200,
    title: `${session.accountName} · Latchkey`,
    locale: session.locale,
    theme: preferences.theme,
    requestId,
    // With `no-referrer`, the bar's form would send `Origin: null`, which is refused as foreign.
    referrerPolicy: 'same-origin',
    policy: {
      'style-src': `'self' 'nonce-${nonce}'`,
      'img-src': "'self' data:",
      'script-src': "'self'",
      'connect-src': "'self'",
      'form-action': listFormTargets(session.backUrl),
    },
    head: renderHead(page, nonce),
    body: html`${renderBar(page)}
${renderContent(page)}`,
  })
}

/** "End and return" redirects to the return address, and `form-action` also applies to redirects. */
function listFormTargets(backUrl: string): string {
  return `'self' ${new URL(backUrl).origin}`
}

function renderHead({ session }: AccountPage, nonce: string): Html {
  const { accountId, accountName } = session
  return html`<link rel="icon" href="${accountIcon(accountId, accountName)}" type="image/svg+xml">
<link rel="stylesheet" href="/account.css">
<style nonce="${nonce}">:root{--account:${accountColor(accountId)}}</style>
<script src="/account.js" defer></script>`
}

function renderBar({ session, shownPath: place }: AccountPage): Html {
  const t = translatorFor(session.locale, 'account')
  const path = accountPath(session.accountId)
  const leftMs = session.endsAt - session.readAt
  const minutes = Math.ceil(leftMs / minuteMs)
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const
  const time = formatterFor(session.locale, 'UTC').number(minutes, unit)
  return html`<header class="bar">
<span class="tile" aria-hidden="true">${accountLetter(session.accountName)}</span>
<p class="account"><strong>${session.accountName}</strong> <code>${session.accountId}</code></p>
<p class="person">${t('bar.signedInAs', { name: session.userName })}</p>
<a class="left" href="${place}" title="${t('bar.renew')}" data-status="${path}/-/status" data-left-ms="${String(leftMs)}" data-text="${t('bar.left', { time: '{time}' })}">${t('bar.left', { time })}</a>
<form class="end" method="post" action="${path}/-/end"><button class="lk-button" type="submit">${t('bar.end')}</button></form>
</header>`
}

function renderContent(page: AccountPage): Html {
  const { session, shownPath: place } = page
  const t = translatorFor(session.locale, 'account')
  const isDeeper = place !== accountPath(session.accountId)
  return html`<main class="content">
<h1>${session.accountName}</h1>
<p class="lead">${t('lead')}</p>
${isDeeper ? html`<p class="place">${t('place')} <code>${place}</code></p>` : []}
<div class="sections">${listAccountFacts(page)}</div>
</main>`
}
