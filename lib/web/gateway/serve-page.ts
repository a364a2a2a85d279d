import type { OutgoingHttpHeader, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import type { Services } from '#lib/foundation/services.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'
import type { BodyBudget, Reception } from '#lib/web/gateway/body-budget.ts'
import { type EarlyResponse, sendEarlyResponse, sendFailure, signedOut } from '#lib/web/gateway/early-response.ts'
import type { Exchange } from '#lib/web/gateway/exchange.ts'
import { runForRequest } from '#lib/web/gateway/next-log.ts'
import { checkPageForm } from '#lib/web/gateway/page-form.ts'
import type { PageGate } from '#lib/web/gateway/page-gate.ts'
import { addPageHeaders } from '#lib/web/gateway/page-headers.ts'
import { replaceBody } from '#lib/web/gateway/read-body.ts'
import { maxBytesOfForm, receiveForm } from '#lib/web/gateway/receive-form.ts'

export type Pages = Readonly<{
  services: Services
  handle: RequestListener
  development: boolean
  budget: BodyBudget
  gate: PageGate
}>

/** Node warns of a leak beyond ten. Next's own listeners alone come close to that. */
const maxListeners = 20

/** Passes a normalized request to Next, a form only after every check. */
export function servePage(exchange: Exchange, pages: Pages, hasMetOutage: () => boolean): void {
  const { response, route, target, context } = exchange
  const reception = pages.budget.open(exchange, maxBytesOfForm(target.pathname))
  response.setMaxListeners(maxListeners)
  addPageHeaders(exchange, pages.development)
  if (route.kind !== 'endpoint') respond503OnOutage(response, hasMetOutage)
  void runForRequest(context, () => passToNext(exchange, pages, reception))
}

/** In this order: the session, the size of the body, the turn in the queue, and the content of the body last. */
function passToNext(exchange: Exchange, { handle, gate }: Pages, reception: Reception): Promise<void> {
  const { request, response, route, target, context } = exchange
  return respondingEarly(exchange, async () => {
    if (route.kind !== 'endpoint' && (await isScriptSignedOut(exchange))) return signedOut
    if (request.method !== 'POST' || route.kind === 'endpoint') {
      const pass = () => void handle(request, response)
      if (route.kind === 'page' || route.kind === 'document') await gate.admitPage(exchange, context.address, pass)
      else pass()
      return undefined
    }
    const known = reception.isCrowded() ? await gate.findKnownBrowser(request) : undefined
    if (known !== undefined) reception.trust(known)
    const received = await receiveForm(request, { context, pathname: target.pathname, reception })
    if (!Buffer.isBuffer(received)) return received
    const pass = () => void respondingEarly(exchange, () => passForm(exchange, received, handle))
    await gate.admitForm(exchange, context.address, pass)
    return undefined
  })
}

async function passForm({ request, response }: Exchange, body: Buffer<ArrayBuffer>, handle: RequestListener) {
  const form = await checkPageForm(request, body)
  if (!form) return { status: 400, sentence: 'The form of this request is malformed.' }
  if (form.body !== body) replaceBody(request, form.body, form.contentType)
  handle(request, response)
  return undefined
}

/** Pages that work without a session. */
const publicPaths = /^\/(sign-in|forgot-password|set-up|set-password|hand-over)(\/|$)/

/**
 * Whether a page's own script requests a portal page or a Server Action without a live session. It gets 401 and leaves
 * the page as it is. Next would respond with a redirect, which replaces the page and discards the user's input.
 */
async function isScriptSignedOut({ request: { headers }, target, context }: Exchange): Promise<boolean> {
  const isFromScript = headers.rsc !== undefined || headers['next-action'] !== undefined
  if (!isFromScript || publicPaths.test(target.pathname)) return false
  return !(await readSignedInUser(context, headers.cookie))
}

/** Sends the early response that the work returns, or the failure that it throws, unless the client has gone. */
async function respondingEarly(
  { response, context }: Exchange,
  work: () => Promise<EarlyResponse | undefined>,
): Promise<void> {
  try {
    const early = await work()
    if (early && !response.closed) sendEarlyResponse(response, early, context.requestId)
  } catch (error) {
    if (!response.closed) await sendFailure(response, error, context)
  }
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Next responds to every error with 500. For a request that met a database outage this makes it 503, to be retried. */
function respond503OnOutage(response: ServerResponse, hasMetOutage: () => boolean): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status: number, reason?: string | Headers, headers?: Headers) => {
    const isOutage = status === 500 && hasMetOutage()
    if (isOutage) response.setHeader('Retry-After', '1')
    const actualStatus = isOutage ? 503 : status
    return typeof reason === 'string'
      ? writeHead(actualStatus, reason, headers)
      : writeHead(actualStatus, reason ?? headers)
  }
}
