import { knownFields, type RequestShape } from '#lib/foundation/buffers/kept-refusal.ts'
import { decodeFormText, sentForm } from '#lib/web/http/form-body.ts'

/** More fields than this are not looked at: the form may be 16 KiB of separators. */
const maxFields = 100

/** What a request looked like. Takes no value of it, and no name that isn't ours. */
export function describeShape(request: Request): RequestShape {
  const form = sentForm(request)
  const names = fieldNames(form ?? new URL(request.url).search.slice(1))
  const fields = knownFields.filter((field) => names.has(field))
  const { method } = request
  return {
    method: method === 'GET' || method === 'POST' ? method : 'other',
    contentType: classifyContent(request.headers.get('content-type')),
    bodyLength: form === undefined ? readLength(request.headers) : Buffer.byteLength(form),
    fields,
    unknownFields: names.size - fields.length,
  }
}

function fieldNames(text: string): ReadonlySet<string> {
  const pairs = text.split('&', maxFields)
  return new Set(pairs.filter((pair) => pair !== '').map((pair) => fieldName(pair)))
}

function fieldName(pair: string): string {
  const [name = ''] = pair.split('=', 1)
  return decodeFormText(name) ?? name
}

function classifyContent(contentType: string | null): RequestShape['contentType'] {
  if (contentType === null) return 'none'
  const [type = ''] = contentType.toLowerCase().split(';', 1)
  if (type.trim() === 'application/x-www-form-urlencoded') return 'form'
  if (/^multipart\//.test(type)) return 'multipart'
  if (/[/+]json\s*$/.test(type)) return 'json'
  if (/[/+]xml\s*$/.test(type)) return 'xml'
  return /^text\//.test(type) ? 'text' : 'other'
}

function readLength(headers: Headers): number | null {
  const length = Number(headers.get('content-length') ?? (headers.has('transfer-encoding') ? Number.NaN : 0))
  return Number.isSafeInteger(length) && length >= 0 ? length : null
}

const keyIdForm = /^lkid_[0-9A-Za-z]{20}$/

/**
 * The key ID that the request names, in its form, HTTP Basic or access token. Nothing proves it, and the key may not
 * exist.
 */
export function claimedKeyId(request: Request): string | null {
  const form = new URLSearchParams(sentForm(request) ?? '')
  const claims = [
    form.get('clientId'),
    form.get('client_id'),
    ...fromHeader(request.headers.get('authorization') ?? ''),
  ]
  return claims.find((claim) => claim != null && keyIdForm.test(claim)) ?? null
}

function fromHeader(header: string): readonly (string | undefined)[] {
  const [, scheme = '', credentials = ''] = /^(basic|bearer) +([\w\-.~+/=]{1,2048})$/i.exec(header) ?? []
  if (scheme.toLowerCase() === 'basic') {
    return Buffer.from(credentials, 'base64').toString('latin1').split(':', 1).map(decodeFormText)
  }
  const [first = '', claims = ''] = credentials.split('.')
  // A key as a bearer token: see `readKeyToken`.
  if (keyIdForm.test(first)) return [first]
  const [, keyId] =
    /"client_id":"(lkid_[0-9A-Za-z]{20})"/.exec(Buffer.from(claims, 'base64url').toString('latin1')) ?? []
  return [keyId]
}
