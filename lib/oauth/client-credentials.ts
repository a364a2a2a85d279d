import { invalidClient } from '#lib/api-keys/invalid-client.ts'
import type { PresentedKey } from '#lib/api-keys/prove-key.ts'
import { Refusal } from '#lib/errors.ts'
import { missingField } from '#lib/form-fields.ts'
import { decodeFormText } from '#lib/http/form-body.ts'
import { clientFieldNames, type Spelling } from '#lib/oauth/spelling.ts'

const basicScheme = /^basic(?: |$)/i
const basicForm = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/** What a form says of the client, and how it spells that. */
export type SentClient = Readonly<{ spelling: Spelling; id: string | undefined; secret: string | undefined }>

/**
 * The API key of a request that takes one: from the form, or from HTTP Basic as RFC 6749 §2.3.1 spells it. A header of
 * another scheme is none of these endpoints' business.
 * @throws Refusal `invalid_request` when it is missing, malformed or sent in both places; `invalid_client` when a
 *   request in the standard's spelling has no client authentication at all
 */
export function readClientCredentials(request: Request, sent: SentClient): PresentedKey {
  // RFC 6749 §5.2, RFC 9110 §11.6.1: some clients send credentials only in response to a challenge.
  if (sent.spelling === 'standard' && !hasCredentials(request, sent)) {
    throw invalidClient('no client authentication was included')
  }
  return readBasic(request, sent) ?? readFields(sent)
}

/**
 * The API key of a request that can do without one: undefined where neither header nor form has a secret.
 * @throws Refusal `invalid_request` when it is malformed, sent in both places, or a secret without a key ID
 */
export function readOptionalCredentials(request: Request, sent: SentClient): PresentedKey | undefined {
  return readBasic(request, sent) ?? (sent.secret === undefined ? undefined : readFields(sent))
}

function hasCredentials(request: Request, { id, secret }: SentClient): boolean {
  return id !== undefined || secret !== undefined || request.headers.has('authorization')
}

function readFields({ spelling, id, secret }: SentClient): PresentedKey {
  const names = clientFieldNames[spelling]
  if (id === undefined) throw missingField(names.id)
  if (secret === undefined) throw missingField(names.secret)
  return { keyId: id, secret }
}

function readBasic(request: Request, { spelling, id, secret }: SentClient): PresentedKey | undefined {
  const header = request.headers.get('authorization') ?? ''
  if (!basicScheme.test(header)) return undefined
  const names = clientFieldNames[spelling]
  // RFC 6749 §2.3: a client must not use more than one authentication method per request.
  if (secret !== undefined) {
    throw invalidRequest(`Send ${names.id} and ${names.secret} either in the body or in the Authorization header.`)
  }
  const credentials = parseBasic(header)
  if (!credentials) throw invalidRequest('The Authorization header is not HTTP Basic.')
  // RFC 6749 §3.2.1: beside HTTP Basic the ID in the form only identifies the client.
  if (id !== undefined && id !== credentials.keyId) {
    throw invalidRequest(`The ${names.id} in the body differs from the key ID in the Authorization header.`)
  }
  return credentials
}

/** RFC 7617, with both parts form-encoded first. */
function parseBasic(header: string): PresentedKey | undefined {
  const [, encoded = ''] = basicForm.exec(header) ?? []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const keyId = decodeFormText(text.slice(0, colon))
  const secret = decodeFormText(text.slice(colon + 1))
  return keyId === undefined || secret === undefined ? undefined : { keyId, secret }
}

function invalidRequest(description: string): Refusal {
  return new Refusal('invalid_request', { description })
}
