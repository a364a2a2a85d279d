import type { Lines } from '#lib/foundation/api/operation.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { runWithoutWaitBudget } from '#lib/kernel/wait-budget.ts'
import type { EndpointContext, EndpointResponse } from '#lib/web/http/endpoint.ts'
import { hasMediaType } from '#lib/web/http/json-body.ts'
import { refusalResponse } from '#lib/web/http/refusal-response.ts'

/** None is registered. */
const jsonLines = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines']

/** @throws Refusal `invalid_request` for another content type or coding */
export function requireJsonLines(request: Request): void {
  if (!hasMediaType(request, jsonLines)) {
    throw new Refusal('invalid_request', { description: 'The Content-Type must be application/x-ndjson, in UTF-8.' })
  }
  if ((request.headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new Refusal('invalid_request', { description: 'Send the body without a Content-Encoding.' })
  }
}

/** A body as it arrives. @throws Refusal `invalid_request` if it ends too early */
export async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? []
  } catch (error) {
    throw new Refusal('invalid_request', {
      description: 'The body ended too early.',
      reason: 'body_incomplete',
      cause: error,
    })
  }
}

/** Reads on only when the client has taken what there is. An error after the first line becomes the last line. */
export function linesResponse(request: Request, context: EndpointContext, { lines, onEnd }: Lines): EndpointResponse {
  const utf8 = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          // The work may outlast the request's budget: each wait has its own limit.
          const { done, value } = await runWithoutWaitBudget(() => lines.next())
          if (!done) return controller.enqueue(utf8.encode(value))
        } catch (error) {
          controller.enqueue(utf8.encode(`${refusalResponse(error, request, context).body}\n`))
        }
        controller.close()
        onEnd()
      },
      async cancel() {
        onEnd()
        await lines.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return { status: 200, headers: { 'Content-Type': 'application/x-ndjson' }, body }
}
