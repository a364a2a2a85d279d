import { parseFields } from '#lib/form-fields.ts'
import { readForm } from '#lib/http/form-body.ts'
import { type ClientFields, readOptionalCredentials, readSpelling } from '#lib/oauth/client-credentials.ts'
import type { ClientCredentials } from '#lib/oauth/resolve-credentials.ts'
import type { introspectionForms, revocationForms } from '#lib/oauth/schema.ts'

const clientFields = {
  camelCase: ['clientId', 'clientSecret', 'clientAssertion', 'clientAssertionType'],
  standard: ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'],
} as const

/** One form in both spellings. */
type TokenForms = typeof introspectionForms | typeof revocationForms

/** A token that a client introspects or revokes; `key` if the client authenticates. */
export type TokenInput = Readonly<{ token: string; clientId: string | undefined; key: ClientCredentials | undefined }>

/** Ignores `token_type_hint`: a token's text shows its type (RFC 7009 §2.1). @throws Refusal `invalid_request` */
export async function readTokenInput(request: Request, forms: TokenForms): Promise<TokenInput> {
  const names = ['token', 'token_type_hint', ...clientFields.camelCase, ...clientFields.standard] as const
  const { token, client } = parse(await readForm(request, names), forms)
  return { token, clientId: client.id, key: readOptionalCredentials(request, client) }
}

function parse(
  form: Awaited<ReturnType<typeof readForm>>,
  { camelCase, standard }: TokenForms,
): { token: string; client: ClientFields } {
  if (readSpelling(form, clientFields) === 'camelCase') {
    const {
      token,
      clientId: id,
      clientSecret: secret,
      clientAssertion: assertion,
      ...rest
    } = parseFields(camelCase, form)
    const client = { id, secret, assertion, assertionType: rest.clientAssertionType }
    return { token, client: { spelling: 'camelCase', ...client } }
  }
  const {
    token,
    client_id: id,
    client_secret: secret,
    client_assertion: assertion,
    ...rest
  } = parseFields(standard, form)
  const client = { id, secret, assertion, assertionType: rest.client_assertion_type }
  return { token, client: { spelling: 'standard', ...client } }
}
