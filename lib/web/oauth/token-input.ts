import type { ClientCredentials } from '#lib/domain/tokens/client-authentication/resolve-credentials.ts'
import { parseFields } from '#lib/kernel/form-fields.ts'
import { readForm } from '#lib/web/http/form-body.ts'
import {
  clientFieldLists,
  readOptionalCredentials,
  readSpelling,
  toClientFields,
} from '#lib/web/oauth/client-credentials.ts'
import type { introspectionForms, revocationForms } from '#lib/web/oauth/schema.ts'

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
