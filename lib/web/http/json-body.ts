import { Refusal } from '#lib/kernel/errors.ts'
import { parseJson, toJsonObject } from '#lib/kernel/json.ts'
import { readTextBody } from '#lib/web/http/text-body.ts'

/** 64 KiB: far more than any resource has. */
export const maxJsonBytes = 64 * 1024

/** Whether a `Content-Type` is one of these. Its parameters have no meaning (RFC 8259 §11): bodies are always UTF-8. */
export function hasMediaType({ headers }: Request, types: readonly string[]): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1)
  return types.includes(type.trim().toLowerCase())
}

const json = ['application/json']
/** RFC 7396 §4. Many clients can only send `application/json`. */
const mergePatch = ['application/merge-patch+json', ...json]

/**
 * A JSON object as a request body (RFC 8259).
 * @throws Refusal `invalid_request` for another content type, malformed UTF-8 or JSON, and JSON that is no object;
 *   `body_too_large`
 */
export function readJsonObject(request: Request): Promise<JsonBody> {
  return readObject(request, json, 'The Content-Type must be application/json, in UTF-8.')
}

/** A JSON merge patch (RFC 7396). @throws Refusal as {@link readJsonObject} */
export function readMergePatch(request: Request): Promise<JsonBody> {
  return readObject(request, mergePatch, 'The Content-Type must be application/merge-patch+json or application/json.')
}

/** A body, as text and parsed. */
export type JsonBody = Readonly<{ text: string; object: Readonly<Record<string, unknown>> }>

async function readObject(request: Request, types: readonly string[], otherType: string): Promise<JsonBody> {
  if (!hasMediaType(request, types)) {
    throw new Refusal('invalid_request', { description: otherType })
  }
  const text = await readTextBody(request, maxJsonBytes)
  const object = toJsonObject(parseJson(text))
  if (!object) throw new Refusal('invalid_request', { description: 'The body is not a JSON object.' })
  return { text, object }
}
