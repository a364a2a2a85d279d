import { invalidClient, type SecretCredentials } from '#lib/domain/keys/api-keys/key-credentials.ts'
import type { ClientCredentials } from '#lib/domain/tokens/client-authentication/resolve-credentials.ts'
import { assertionType, readAssertion } from '#lib/domain/tokens/client-authentication/verify-assertion.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { type Form, missingField } from '#lib/kernel/form-fields.ts'
import type { RefusalReason } from '#lib/kernel/refusal-reasons.ts'
import { decodeFormText } from '#lib/web/http/form-body.ts'

/** How a request spells field names: in camelCase as the specification, or as RFC 6749. The response follows it. */
export type Spelling = 'camelCase' | 'standard'

/** The fields of client authentication in each spelling. */
export const clientFieldNames = {
  camelCase: {
    id: 'clientId',
    secret: 'clientSecret',
    assertion: 'clientAssertion',
    assertionType: 'clientAssertionType',
  },
  standard: {
    id: 'client_id',
    secret: 'client_secret',
    assertion: 'client_assertion',
    assertionType: 'client_assertion_type',
  },
} as const

export const clientFieldLists = {
  camelCase: Object.values(clientFieldNames.camelCase),
  standard: Object.values(clientFieldNames.standard),
}

/** camelCase if no field tells. @throws Refusal `invalid_request` for fields of both, which could contradict */
export function readSpelling<Field extends string>(
  form: Form<Field>,
  fields: Readonly<Record<Spelling, readonly NoInfer<Field>[]>>,
): Spelling {
  const has = (spelling: Spelling) => fields[spelling].some((field) => form[field] !== undefined)
  if (!has('standard')) return 'camelCase'
  if (!has('camelCase')) return 'standard'
  throw new Refusal('invalid_request', {
    description: 'Spell all fields one way: in camelCase, or as RFC 6749 does.',
    reason: 'spelling_mixed',
  })
}

const basicScheme = /^basic(?: |$)/i
const basicForm = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/** The client fields of a form, and the spelling of their names. */
export type ClientFields = Readonly<{
  spelling: Spelling
  id: string | undefined
  secret: string | undefined
  assertion?: string | undefined
  assertionType?: string | undefined
}>

export function toClientFields(spelling: Spelling, form: Form<string>): ClientFields {
  const { id, secret, assertion, assertionType } = clientFieldNames[spelling]
  return {
    spelling,
    id: form[id],
    secret: form[secret],
    assertion: form[assertion],
    assertionType: form[assertionType],
  }
}

/**
 * The API key of a request that requires one, from the form or from HTTP Basic (RFC 6749 §2.3.1), or from an assertion
 * in the form (RFC 7523 §2.2). Another scheme in the `Authorization` header is ignored.
 * @throws Refusal `invalid_request` if the key is missing, malformed or sent twice; `invalid_client` if a request in
 *   the standard spelling has no client authentication
 */
export function readClientCredentials(request: Request, fields: ClientFields): ClientCredentials {
  // RFC 6749 §5.2, RFC 9110 §11.6.1: some clients send credentials only after a challenge.
  if (fields.spelling === 'standard' && !hasCredentials(request, fields)) {
    throw invalidClient('client_missing')
  }
  return readBasic(request, fields) ?? readAssertionField(fields) ?? readFields(fields)
}

/** The API key of a request whose body is not read. @throws Refusal `invalid_client`, `invalid_request` */
export function readBasicCredentials(request: Request): SecretCredentials {
  const credentials = readBasic(request, { spelling: 'standard', id: undefined, secret: undefined })
  if (!credentials) throw invalidClient('client_missing')
  return credentials
}

/**
 * The API key of a request that does not require one; undefined if neither header nor form has a secret or an
 * assertion.
 * @throws Refusal `invalid_request` if the key is malformed or sent twice, or a secret has no key ID
 */
export function readOptionalCredentials(request: Request, fields: ClientFields): ClientCredentials | undefined {
  const key = readBasic(request, fields) ?? readAssertionField(fields)
  return key ?? (fields.secret === undefined ? undefined : readFields(fields))
}

function hasCredentials(request: Request, { id, secret, assertion }: ClientFields): boolean {
  return id !== undefined || secret !== undefined || assertion !== undefined || request.headers.has('authorization')
}

/** RFC 7521 §4.2: the client ID is optional, and the same as the subject. */
function readAssertionField(fields: ClientFields): ClientCredentials | undefined {
  const { spelling, id, secret, assertion, assertionType: type } = fields
  const names = clientFieldNames[spelling]
  if (assertion === undefined && type === undefined) return undefined
  if (assertion === undefined) throw missingField(names.assertion)
  if (type !== assertionType) {
    throw new Refusal('invalid_request', {
      description: `Send ${names.assertionType} as ${assertionType}.`,
      reason: 'field_unacceptable',
      reasonFacts: { field: names.assertionType },
    })
  }
  if (secret !== undefined) {
    throw invalidRequest(`Send either ${names.secret} or ${names.assertion}.`, 'client_sent_twice')
  }
  const read = readAssertion(assertion)
  if (id !== undefined && read.keyId !== '' && id !== read.keyId) {
    throw invalidRequest(
      `The ${names.id} in the body differs from the sub of the ${names.assertion}.`,
      'client_differs',
    )
  }
  return read
}

function readFields({ spelling, id, secret }: ClientFields): SecretCredentials {
  const names = clientFieldNames[spelling]
  if (id === undefined) throw missingField(names.id)
  if (secret === undefined) throw missingField(names.secret)
  return { keyId: id, secret }
}

function readBasic(request: Request, { spelling, id, secret, assertion }: ClientFields): SecretCredentials | undefined {
  const header = request.headers.get('authorization') ?? ''
  if (!basicScheme.test(header)) return undefined
  const names = clientFieldNames[spelling]
  // RFC 6749 §2.3: a client must not use more than one authentication method per request.
  if (secret !== undefined || assertion !== undefined) {
    throw invalidRequest(
      `Send ${names.id} and ${names.secret} either in the body or in the Authorization header.`,
      'client_sent_twice',
    )
  }
  const credentials = parseBasic(header)
  if (!credentials) throw invalidRequest('The Authorization header is not HTTP Basic.', 'basic_malformed')
  // RFC 6749 §3.2.1: with HTTP Basic the ID in the form only identifies the client.
  if (id !== undefined && id !== credentials.keyId) {
    throw invalidRequest(
      `The ${names.id} in the body differs from the key ID in the Authorization header.`,
      'client_differs',
    )
  }
  return credentials
}

/** RFC 7617, with both parts form-encoded (RFC 6749 §2.3.1). */
function parseBasic(header: string): SecretCredentials | undefined {
  const [, encoded = ''] = basicForm.exec(header) ?? []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  const keyId = decodeFormText(text.slice(0, colon))
  const secret = decodeFormText(text.slice(colon + 1))
  return keyId === undefined || secret === undefined ? undefined : { keyId, secret }
}

function invalidRequest(description: string, reason: RefusalReason): Refusal {
  return new Refusal('invalid_request', { description, reason })
}
