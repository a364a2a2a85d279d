import { parseFields } from '#lib/form-fields.ts'
import { readForm } from '#lib/http/form-body.ts'
import {
  clientFieldLists,
  readOptionalCredentials,
  readSpelling,
  toClientFields,
} from '#lib/oauth/client-credentials.ts'
import type { ClientCredentials } from '#lib/oauth/resolve-credentials.ts'
import type { introspectionForms, revocationForms } from '#lib/oauth/schema.ts'

/** One form in both spellings. */
type TokenForms = typeof introspectionForms | typeof revocationForms

/** A token that a client introspects or revokes; `key` if the client authenticates. */
export type TokenInput = Readonly<{ token: string; clientId: string | undefined; key: ClientCredentials | undefined }>

/** Ignores `token_type_hint`: a token's text shows its type (RFC 7009 §2.1). @throws Refusal `invalid_request` */
export async function readTokenInput(request: Request, forms: TokenForms): Promise<TokenInput> {
  const { camelCase, standard } = clientFieldLists
  const form = await readForm(request, ['token', 'token_type_hint', ...camelCase, ...standard])
  const spelling = readSpelling(form, clientFieldLists)
  const { token } = parseFields(forms[spelling], form)
  const client = toClientFields(spelling, form)
  return { token, clientId: client.id, key: readOptionalCredentials(request, client) }
}
