import { type Html, html } from '#lib/kernel/html.ts'
import type { Operation, Sample } from '#lib/web/openapi/operation.ts'
import { operations } from '#lib/web/openapi/operations.ts'
import { codeBlock, prose } from '#lib/web/openapi/reference/html-parts.ts'
import { renderExample, renderSamples } from '#lib/web/openapi/reference/operation-article.ts'

/** Values of the reader, for the samples. */
export type QuickstartValues = Readonly<{
  /** Keys that open accounts and that the reader manages, the last used first. */
  keys: readonly Readonly<{ id: string; name: string }>[]
  keyId: string | undefined
  /** An account that the key opens, or the one that the reader asked for. */
  accountId: string | undefined
  /** What the reader typed as the ID of an account. */
  typed: string
  isMalformed: boolean
}>

/** Who reads: with values only who is signed in and manages keys. */
export type Reader = 'signed-out' | 'without-keys' | QuickstartValues

/** Three calls from an API key to an opened account. */
export function quickstartSteps(baseUrl: string, reader: Reader): Html {
  const values = typeof reader === 'string' ? undefined : reader
  const keyId = values?.keyId ?? { variable: 'PLATFORM_CLIENT_ID' }
  const accountId = values?.accountId ?? { variable: 'ACCOUNT_ID' }
  const filled = [keyId, accountId].filter((value) => typeof value === 'string')
  const call = (id: string, sample: Sample) => {
    const operation = operations.find((each) => each.id === id)
    return operation ? renderCall({ ...operation, samples: [sample] }, baseUrl, filled) : html``
  }
  const token = call('issueTokens', {
    label: 'Get an access token',
    fields: { grantType: 'client_credentials', clientId: keyId, clientSecret: { variable: 'PLATFORM_CLIENT_SECRET' } },
  })
  const link = call('createSignOnLink', {
    label: 'Request a sign-in link',
    authorization: { scheme: 'Bearer', token: { variable: 'ACCESS_TOKEN' } },
    fields: { accountId },
  })
  return html`${values ? valuesForm(values) : []}${reader === 'signed-out' ? signInNotice : []}
<ol class="steps">
${step('Get an access token', 'Send the key ID and its secret. The token works for `expiresIn` seconds. The secret was shown once, when the key was generated: put it into the environment variable `PLATFORM_CLIENT_SECRET`.', token)}
${step('Request a sign-in link', 'Put the access token into `ACCESS_TOKEN` and name the account. The link works once, within 15 seconds.', link)}
${step('Send the browser there', 'Redirect your user to `grantUrl`. Latchkey opens the account and signs the user in.', browserCall(baseUrl, values?.accountId))}
</ol>
<p>Later, <a href="/api-reference/tokens#issueTokens">renew the token</a> with the refresh token, and <a href="/api-reference/errors">handle errors</a>.</p>`
}

function step(title: string, text: string, call: Html): Html {
  return html`<li><div><h2>${title}</h2><p>${prose(text)}</p></div><div class="call">${call}</div></li>`
}

function renderCall(operation: Operation, baseUrl: string, filled: readonly string[]): Html {
  return html`${renderSamples(operation, baseUrl, filled)}${operation.responses.map(renderExample)}`
}

function browserCall(baseUrl: string, accountId: string | undefined): Html {
  const response = `HTTP/1.1 303 See Other\nLocation: ${baseUrl}/sso?token=…`
  const opened = `HTTP/1.1 303 See Other\nLocation: /accounts/${accountId ?? '…'}`
  const filled = accountId === undefined ? [] : [accountId]
  return html`${codeBlock('Response of your program', response)}${codeBlock('What the browser gets from Latchkey', opened, filled)}`
}

const signInNotice = html`<p class="values"><a href="/sign-in?next=/api-reference">Sign in</a> to fill in a key and an account of yours.</p>`

function valuesForm({ keys, keyId, accountId, typed, isMalformed }: QuickstartValues): Html {
  if (keys.length === 0) {
    return html`<p class="values">There is no active API key that opens accounts. <a href="/users-and-access?dialog=generate-key">Generate a key</a> to fill in its ID.</p>`
  }
  const options = keys.map(
    ({ id, name }) => html`<option value="${id}"${id === keyId ? html` selected` : []}>${name}</option>`,
  )
  return html`<form class="values" action="/api-reference">
<label>Key <select class="lk-control" name="key">${options}</select></label>
<label>Account ID <input class="lk-control" name="account" value="${isMalformed ? typed : (accountId ?? '')}" maxlength="64" autocomplete="off" spellcheck="false"${isMalformed ? html` aria-invalid="true" aria-describedby="account-problem"` : []}></label>
<button class="lk-button" data-variant="secondary">Fill in</button>
${isMalformed ? html`<p class="lk-error" id="account-problem">An account ID has only letters, digits, dots, hyphens and underscores.</p>` : []}
</form>`
}
