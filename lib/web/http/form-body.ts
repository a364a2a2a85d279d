import { Refusal } from '#lib/kernel/errors.ts'
import type { Form } from '#lib/kernel/form-fields.ts'
import { readTextBody } from '#lib/web/http/text-body.ts'

/** docs/protocol.md, section 3. */
export const maxFormBytes = 16 * 1024

/** Parameters are ignored: many Java clients send `charset=ISO-8859-1`, and the body is always decoded as UTF-8. */
const formContentType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** Refused in the query, because logs, histories and referrers contain URLs (RFC 6749 §2.3.1, RFC 9700 §4.3.2). */
const credentialNames = [
  'clientSecret',
  'client_secret',
  'refreshToken',
  'refresh_token',
  'accessToken',
  'access_token',
]

/**
 * Reads a form body strictly (RFC 6749 §3.2): an empty field counts as omitted, an unknown field is ignored.
 * @throws Refusal `invalid_request` for another content type, malformed UTF-8 or percent-encoding, a known field that
 *   is repeated or in the query; `body_too_large` beyond {@link maxFormBytes}
 */
export async function readForm<Field extends string>(request: Request, fields: readonly Field[]): Promise<Form<Field>> {
  refuseInQuery(request.url, [...fields, ...credentialNames])
  refuseOtherContent(request.headers)
  const text = await readTextBody(request, maxFormBytes)
  sentForms.set(request, text)
  return parseForm(text, fields)
}

// For the shape of a refused request: describing every request would cost more than remembering its text.
const sentForms = new WeakMap<Request, string>()

/** The form that the request sent, if it was read. */
export function sentForm(request: Request): string | undefined {
  return sentForms.get(request)
}

/**
 * Reads a query as strictly as a form.
 * @throws Refusal `invalid_request` for malformed percent-encoding or UTF-8, and for a known field that is repeated
 */
export function readQuery<Field extends string>({ url }: Request, fields: readonly Field[]): Form<Field> {
  return parseForm(new URL(url).search.slice(1), fields, 'The query')
}

function refuseInQuery(url: string, names: readonly string[]): void {
  if (!url.includes('?')) return
  const query = new URL(url).searchParams
  const name = names.find((candidate) => query.has(candidate))
  if (name)
    throw new Refusal('invalid_request', {
      description: `Send ${name} in the body, never in the URL.`,
      reason: 'field_in_url',
      reasonFacts: { field: name },
    })
}

function refuseOtherContent(headers: Headers): void {
  const contentType = headers.get('content-type') ?? ''
  if (!formContentType.test(contentType)) {
    throw new Refusal('invalid_request', {
      reason: /^application\/json\b/i.test(contentType) ? 'content_type_json' : 'content_type_other',
      description: 'The Content-Type must be application/x-www-form-urlencoded, in UTF-8.',
    })
  }
}

/** Not `URLSearchParams`, which silently repairs what must be refused. */
function parseForm<Field extends string>(text: string, fields: readonly Field[], whole = 'The body'): Form<Field> {
  const form: Partial<Record<Field, string>> = {}
  const seen = new Set<Field>()
  for (const pair of text.split('&')) {
    const [encodedName, encodedValue] = splitPair(pair)
    const name = decodeFormText(encodedName)
    const field = fields.find((candidate) => candidate === name)
    const value = decodeFormText(encodedValue)
    if (name === undefined || value === undefined) throw badEncoding(field ? `The field ${field}` : whole)
    if (!field) continue
    if (seen.has(field))
      throw new Refusal('invalid_request', {
        description: `The field ${field} was sent twice.`,
        reason: 'field_repeated',
        reasonFacts: { field },
      })
    seen.add(field)
    if (value !== '') form[field] = value
  }
  return form
}

function splitPair(pair: string): readonly [name: string, value: string] {
  const end = pair.indexOf('=')
  return end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
}

/** Decodes one name or value of a form; undefined if its percent-encoding or UTF-8 is malformed. */
export function decodeFormText(text: string): string | undefined {
  // Names and credentials seldom have any.
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function badEncoding(place: string): Refusal {
  return new Refusal('invalid_request', {
    description: `${place} has a bad percent-encoding.`,
    reason: 'percent_encoding',
  })
}
