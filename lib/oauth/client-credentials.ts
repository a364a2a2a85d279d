import type { PresentedKey } from '#lib/api-keys/prove-key.ts'
import { Refusal } from '#lib/errors.ts'
import { decodeFormText, type Form, requireField } from '#lib/http/form-body.ts'

const basicScheme = /^basic(?: |$)/i
const basicForm = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/**
 * The API key of a `client_credentials` request: from the form, or from HTTP Basic as RFC 6749 §2.3.1 spells it. A
 * header of another scheme is none of this endpoint's business.
 * @throws Refusal `invalid_request` when it is missing, malformed or sent in both places
 */
export function readClientCredentials(request: Request, form: Form<'clientId' | 'clientSecret'>): PresentedKey {
  const header = request.headers.get('authorization') ?? ''
  if (!basicScheme.test(header)) {
    return { keyId: requireField(form, 'clientId'), secret: requireField(form, 'clientSecret') }
  }
  // RFC 6749 §2.3: a client must not use more than one method per request.
  if (form.clientId !== undefined || form.clientSecret !== undefined) {
    throw new Refusal('invalid_request', {
      description: 'Send clientId and clientSecret either in the body or in the Authorization header.',
    })
  }
  const credentials = parseBasic(header)
  if (!credentials) {
    throw new Refusal('invalid_request', { description: 'The Authorization header is not HTTP Basic.' })
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
