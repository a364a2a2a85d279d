import type { z } from 'zod'
import type { ClientCredentials } from '#lib/domain/tokens/client-authentication/resolve-credentials.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { missingField, parseFields } from '#lib/kernel/form-fields.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import {
  type ClientFields,
  clientFieldLists,
  readClientCredentials,
  readOptionalCredentials,
  readSpelling,
  type Spelling,
  toClientFields,
} from '#lib/web/oauth/client-credentials.ts'
import { standardTokenForm, tokenForm } from '#lib/web/oauth/schema.ts'

const fields = {
  camelCase: ['grantType', 'refreshToken', ...clientFieldLists.camelCase],
  standard: ['grant_type', 'refresh_token', 'scope', ...clientFieldLists.standard],
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
    const client = toClientFields('camelCase', form)
    return fromOurForm(request, client, parseFields(tokenForm, form, unsupportedGrantType))
  }
  const client = toClientFields('standard', form)
  return fromStandardForm(request, client, parseFields(standardTokenForm, form, unsupportedGrantType))
}

/** docs/protocol.md, section 3: a refresh names the key's owner and has no client authentication. */
function fromOurForm(request: Request, client: ClientFields, form: z.output<typeof tokenForm>): TokenRequest {
  const common = { spelling: 'camelCase', scope: undefined } as const
  if (form.grantType === 'refresh_token') return { ...common, ...form, mayNameKey: false, key: undefined }
  return { ...common, grantType: form.grantType, key: readClientCredentials(request, client) }
}

/** RFC 6749 §4.4.2 and §6: a refresh may authenticate its client, and then has to be right. */
function fromStandardForm(
  request: Request,
  client: ClientFields,
  form: z.output<typeof standardTokenForm>,
): TokenRequest {
  const common = { spelling: 'standard', scope: form.scope } as const
  if (form.grant_type === 'client_credentials') {
    return { ...common, grantType: form.grant_type, key: readClientCredentials(request, client) }
  }
  const { grant_type: grantType, refresh_token: refreshToken } = form
  const key = readOptionalCredentials(request, client)
  const clientId = key?.keyId ?? form.client_id
  if (clientId === undefined) throw missingField('client_id')
  return { ...common, grantType, refreshToken, key, clientId, mayNameKey: true }
}

/** `grantType` is the only field whose value the schemas check. */
function unsupportedGrantType(): Refusal {
  return new Refusal('unsupported_grant_type')
}
