import { readText } from '#app/(portal)/_session/form-text.ts'
import { type PublicKeyProblem, readPublicKeyText } from '#lib/domain/keys/api-keys/public-key-text.ts'
import { Refusal } from '#lib/kernel/errors.ts'

const field = 'publicJwk'

/**
 * Takes the pasted text out of a form, whose fields are shown again after a refusal, and puts back only what may be
 * seen. Call it before anything else reads the form: the text may be a private key.
 * @returns reads the JWK, or refuses it: `input_invalid`, with the problem of `publicJwk`
 */
export function takePublicKey(form: FormData): () => Readonly<Record<string, unknown>> {
  const { jwk, problem, ...read } = readPublicKeyText(readText(form, field))
  form.delete(field)
  if ('shown' in read) form.set(field, read.shown)
  return () => jwk ?? refuse(problem ?? 'required')
}

function refuse(problem: PublicKeyProblem): never {
  throw new Refusal('input_invalid', { fields: { [field]: problem } })
}
