import type { IncomingMessage } from 'node:http'
import { isFetchAction, isFetchActionWithoutForm, isPlainFormAction } from '#lib/web/gateway/server-action-form.ts'

/** More fields than any of our forms has (docs/protocol.md, section 8). */
export const maxFormFields = 1000

/** A checked body for Next. */
export type PageForm = Readonly<{ body: Buffer; contentType: string }>

/**
 * Checks the body of a POST to a page before Next parses it. A multipart form is serialized again after parsing, so
 * that Next's parser cannot read anything else from it.
 * @returns undefined for a body that none of our pages sends
 */
export async function checkPageForm(
  { headers }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<PageForm | undefined> {
  const contentType = headers['content-type'] ?? ''
  const actionId = headers['next-action']
  if (Array.isArray(actionId)) return undefined
  if (/^multipart\/form-data\b/i.test(contentType)) return checkMultipart(body, contentType, actionId)
  if (actionId === undefined) return countBytes(body, '&') < maxFormFields ? { body, contentType } : undefined
  const isText = /^text\/plain\b/i.test(contentType)
  return isText && isFetchActionWithoutForm(body.toString(), actionId) ? { body, contentType } : undefined
}

async function checkMultipart(
  body: Buffer<ArrayBuffer>,
  contentType: string,
  actionId: string | undefined,
): Promise<PageForm | undefined> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? []
  // Counted before parsing. The last boundary ends the form.
  const boundary = quoted ?? plain
  if (boundary === undefined || countBytes(body, `--${boundary}`) > maxFormFields + 1) return undefined
  const form = await parseMultipart(body, contentType)
  const isOurs = form && (actionId === undefined ? isPlainFormAction(form) : isFetchAction(form, actionId))
  return isOurs ? writeMultipart(form) : undefined
}

function parseMultipart(body: Buffer<ArrayBuffer>, contentType: string): Promise<FormData | undefined> {
  const parsing = new Response(body, { headers: { 'Content-Type': contentType } }).formData()
  return parsing.catch(() => undefined)
}

async function writeMultipart(form: FormData): Promise<PageForm> {
  const response = new Response(form)
  const body = Buffer.from(await response.arrayBuffer())
  return { body, contentType: response.headers.get('content-type') ?? '' }
}

function countBytes(body: Buffer<ArrayBuffer>, text: string): number {
  let count = 0
  for (let at = body.indexOf(text); at !== -1; at = body.indexOf(text, at + text.length)) count += 1
  return count
}
