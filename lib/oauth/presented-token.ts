import type { PresentedKey } from '#lib/api-keys/prove-key.ts'
import { parseFields } from '#lib/form-fields.ts'
import { readForm } from '#lib/http/form-body.ts'
import { readOptionalCredentials, type SentClient } from '#lib/oauth/client-credentials.ts'
import type {
  introspectionForm,
  revocationForm,
  standardIntrospectionForm,
  standardRevocationForm,
} from '#lib/oauth/schema.ts'
import { readSpelling } from '#lib/oauth/spelling.ts'

const clientFields = {
  camelCase: ['clientId', 'clientSecret'],
  standard: ['client_id', 'client_secret'],
} as const

/** The same form in both spellings. */
type TokenForms = Readonly<{
  camelCase: typeof introspectionForm | typeof revocationForm
  standard: typeof standardIntrospectionForm | typeof standardRevocationForm
}>

/** A token that a client sends to ask or to say something about it; `key` where it authenticates with one. */
export type PresentedToken = Readonly<{ token: string; clientId: string | undefined; key: PresentedKey | undefined }>

/**
 * Reads a request about a token. What the client takes the token for is read and makes no difference: every token
 * shows what it is (RFC 7009 §2.1).
 * @throws Refusal `invalid_request`
 */
export async function readPresentedToken(request: Request, forms: TokenForms): Promise<PresentedToken> {
  const names = ['token', 'token_type_hint', ...clientFields.camelCase, ...clientFields.standard] as const
  const { token, client } = parse(await readForm(request, names), forms)
  return { token, clientId: client.id, key: readOptionalCredentials(request, client) }
}

function parse(
  sent: Awaited<ReturnType<typeof readForm>>,
  { camelCase, standard }: TokenForms,
): { token: string; client: SentClient } {
  if (readSpelling(sent, clientFields) === 'camelCase') {
    const { token, clientId: id, clientSecret: secret } = parseFields(camelCase, sent)
    return { token, client: { spelling: 'camelCase', id, secret } }
  }
  const { token, client_id: id, client_secret: secret } = parseFields(standard, sent)
  return { token, client: { spelling: 'standard', id, secret } }
}
