import type { z } from 'zod'
import type { PresentedKey } from '#lib/api-keys/prove-key.ts'
import { Refusal } from '#lib/errors.ts'
import { missingField, parseFields } from '#lib/form-fields.ts'
import { readForm } from '#lib/http/form-body.ts'
import { readClientCredentials, readOptionalCredentials } from '#lib/oauth/client-credentials.ts'
import { standardTokenForm, tokenForm } from '#lib/oauth/schema.ts'
import { readSpelling, type Spelling } from '#lib/oauth/spelling.ts'

const fields = {
  camelCase: ['grantType', 'clientId', 'clientSecret', 'refreshToken'],
  standard: ['grant_type', 'client_id', 'client_secret', 'refresh_token', 'scope'],
} as const

/** What a holder of the key itself sends. */
type ClientRequest = Readonly<{ grantType: 'client_credentials'; key: PresentedKey; scope: string | undefined }>

/** What a holder of a refresh token sends. */
export type RefreshRequest = Readonly<{
  grantType: 'refresh_token'
  clientId: string
  refreshToken: string
  mayNameKey: boolean
  scope: string | undefined
  /** What the client authenticates with, where it does so at all. */
  key: PresentedKey | undefined
}>

/** What is asked of the token endpoint, whichever way it was spelled. */
export type TokenRequest = Readonly<{ spelling: Spelling }> & (ClientRequest | RefreshRequest)

/**
 * Reads a request to the token endpoint, in either spelling.
 * @throws Refusal `invalid_request` for a form, a field or a header that is no good, `unsupported_grant_type`
 */
export async function readTokenRequest(request: Request): Promise<TokenRequest> {
  const form = await readForm(request, [...fields.camelCase, ...fields.standard])
  if (readSpelling(form, fields) === 'camelCase') {
    return fromOurForm(request, parseFields(tokenForm, form, unsupportedGrantType))
  }
  return fromStandardForm(request, parseFields(standardTokenForm, form, unsupportedGrantType))
}

/** Section 3 of the protocol: a refresh takes the name of the key's owner, and no other sign of who asks. */
function fromOurForm(request: Request, form: z.output<typeof tokenForm>): TokenRequest {
  const common = { spelling: 'camelCase', scope: undefined } as const
  if (form.grantType === 'refresh_token') return { ...common, ...form, mayNameKey: false, key: undefined }
  const { grantType, clientId: id, clientSecret: secret } = form
  return { ...common, grantType, key: readClientCredentials(request, { spelling: 'camelCase', id, secret }) }
}

/** RFC 6749 §4.4.2 and §6: whoever refreshes may authenticate, and is held to it. */
function fromStandardForm(request: Request, form: z.output<typeof standardTokenForm>): TokenRequest {
  const common = { spelling: 'standard', scope: form.scope } as const
  const sent = { spelling: 'standard', id: form.client_id, secret: form.client_secret } as const
  if (form.grant_type === 'client_credentials') {
    return { ...common, grantType: form.grant_type, key: readClientCredentials(request, sent) }
  }
  const { grant_type: grantType, refresh_token: refreshToken } = form
  const key = readOptionalCredentials(request, sent)
  const clientId = key?.keyId ?? form.client_id
  if (clientId === undefined) throw missingField('client_id')
  return { ...common, grantType, refreshToken, key, clientId, mayNameKey: true }
}

/** The only value that the schemas themselves judge. */
function unsupportedGrantType(): Refusal {
  return new Refusal('unsupported_grant_type')
}
