import type { z } from 'zod'
import { Refusal } from '#lib/errors.ts'
import { missingField, parseFields } from '#lib/form-fields.ts'
import { readForm } from '#lib/http/form-body.ts'
import {
  readClientCredentials,
  readOptionalCredentials,
  readSpelling,
  type Spelling,
} from '#lib/oauth/client-credentials.ts'
import type { ClientCredentials } from '#lib/oauth/resolve-credentials.ts'
import { standardTokenForm, tokenForm } from '#lib/oauth/schema.ts'

const fields = {
  camelCase: ['grantType', 'clientId', 'clientSecret', 'clientAssertion', 'clientAssertionType', 'refreshToken'],
  standard: [
    ...(['grant_type', 'client_id', 'client_secret', 'client_assertion', 'client_assertion_type'] as const),
    ...(['refresh_token', 'scope'] as const),
  ],
} as const

/** RFC 6749 §4.4.2. */
type ClientRequest = Readonly<{ grantType: 'client_credentials'; key: ClientCredentials; scope: string | undefined }>

/** RFC 6749 §6. */
type RefreshRequest = Readonly<{
  grantType: 'refresh_token'
  clientId: string
  refreshToken: string
  mayNameKey: boolean
  scope: string | undefined
  /** Undefined if the client does not authenticate. */
  key: ClientCredentials | undefined
}>

/** A token request in either spelling. */
export type TokenRequest = Readonly<{ spelling: Spelling }> & (ClientRequest | RefreshRequest)

/** Reads either spelling. @throws Refusal `invalid_request`, `unsupported_grant_type` */
export async function readTokenRequest(request: Request): Promise<TokenRequest> {
  const form = await readForm(request, [...fields.camelCase, ...fields.standard])
  if (readSpelling(form, fields) === 'camelCase') {
    return fromOurForm(request, parseFields(tokenForm, form, unsupportedGrantType))
  }
  return fromStandardForm(request, parseFields(standardTokenForm, form, unsupportedGrantType))
}

/** docs/protocol.md, section 3: a refresh names the key's owner and has no client authentication. */
function fromOurForm(request: Request, form: z.output<typeof tokenForm>): TokenRequest {
  const common = { spelling: 'camelCase', scope: undefined } as const
  if (form.grantType === 'refresh_token') return { ...common, ...form, mayNameKey: false, key: undefined }
  const { grantType, clientId: id, clientSecret: secret, clientAssertion: assertion } = form
  const client = { spelling: 'camelCase', id, secret, assertion, assertionType: form.clientAssertionType } as const
  return { ...common, grantType, key: readClientCredentials(request, client) }
}

/** RFC 6749 §4.4.2 and §6: a refresh may authenticate its client, and then has to be right. */
function fromStandardForm(request: Request, form: z.output<typeof standardTokenForm>): TokenRequest {
  const common = { spelling: 'standard', scope: form.scope } as const
  const client = { spelling: 'standard', ...readStandardClient(form) } as const
  if (form.grant_type === 'client_credentials') {
    return { ...common, grantType: form.grant_type, key: readClientCredentials(request, client) }
  }
  const { grant_type: grantType, refresh_token: refreshToken } = form
  const key = readOptionalCredentials(request, client)
  const clientId = key?.keyId ?? form.client_id
  if (clientId === undefined) throw missingField('client_id')
  return { ...common, grantType, refreshToken, key, clientId, mayNameKey: true }
}

function readStandardClient(form: z.output<typeof standardTokenForm>) {
  const { client_id: id, client_secret: secret, client_assertion: assertion, client_assertion_type } = form
  return { id, secret, assertion, assertionType: client_assertion_type }
}

/** `grantType` is the only field whose value the schemas check. */
function unsupportedGrantType(): Refusal {
  return new Refusal('unsupported_grant_type')
}
