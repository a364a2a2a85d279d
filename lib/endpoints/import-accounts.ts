import { importAccountsQuery } from '#lib/account-management/import-schema.ts'
import { takeImportTurn } from '#lib/account-management/import-turns.ts'
import { type ImportProgress, synchronizeAccounts } from '#lib/account-management/synchronize-accounts.ts'
import { accountMethods } from '#lib/endpoints/accounts.ts'
import { type ApiCall, defineApiEndpoint } from '#lib/endpoints/api-endpoint.ts'
import { Refusal } from '#lib/errors.ts'
import type { EndpointResponse } from '#lib/http/endpoint.ts'
import { readQuery } from '#lib/http/form-body.ts'
import { hasMediaType } from '#lib/http/json-body.ts'
import { refusalResponse } from '#lib/http/refusal-response.ts'
import { parseInput } from '#lib/parse-input.ts'
import { runWithoutWaitBudget } from '#lib/wait-budget.ts'

/**
 * `POST /api/v1/accounts/import`: JSON Lines in, a result per line out, both as streams. An account may have the ID `import`,
 * so the other methods are its own.
 */
export const importAccountsEndpoint = defineApiEndpoint({ ...accountMethods, POST: ['accounts:write', respond] })

async function respond(call: ApiCall): Promise<EndpointResponse> {
  const { request, services, authorizeAgain: authorize } = call
  requireJsonLines(request)
  const query = parseInput(importAccountsQuery, readQuery(request, importAccountsQuery.keyof().options))
  const expectedCount = query.missing === undefined ? undefined : query.expect
  if (query.missing !== undefined && expectedCount === undefined) {
    throw new Refusal('input_invalid', { fields: { expect: 'required' } })
  }
  const endTurn = takeImportTurn(services)
  const progress = synchronizeAccounts(services, { chunks: readChunks(request), authorize, expectedCount })
  const isShown = (line: object) => query.results === 'all' || !('line' in line) || 'fields' in line
  const body = streamLines(call, { lines: toLines(progress, isShown), onEnd: endTurn })
  return { status: 200, headers: { 'Content-Type': 'application/x-ndjson' }, body }
}

/** None is registered. */
const jsonLines = ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/x-jsonlines']

function requireJsonLines(request: Request): void {
  const { headers } = request
  if (!hasMediaType(request, jsonLines)) {
    throw new Refusal('invalid_request', { description: 'The Content-Type must be application/x-ndjson, in UTF-8.' })
  }
  if ((headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new Refusal('invalid_request', { description: 'Send the body without a Content-Encoding.' })
  }
}

async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array> {
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

async function* toLines(
  progress: AsyncGenerator<ImportProgress>,
  isShown: (line: object) => boolean,
): AsyncGenerator<string> {
  for await (const step of progress) {
    const lines = 'summary' in step ? [step] : step.results.filter(isShown)
    if (lines.length > 0) yield lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
}

type Lines = Readonly<{ lines: AsyncGenerator<string>; onEnd: () => void }>

/** Reads on only when the client has taken what there is. An error after the first line becomes the last line. */
function streamLines({ request, context }: ApiCall, { lines, onEnd }: Lines): ReadableStream<Uint8Array<ArrayBuffer>> {
  const utf8 = new TextEncoder()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          // The work may outlast the request's budget: each wait has its own limit.
          const { done, value } = await runWithoutWaitBudget(() => lines.next())
          if (!done) return controller.enqueue(utf8.encode(value))
        } catch (error) {
          const { body } = refusalResponse(error, request, context)
          controller.enqueue(utf8.encode(`${body}\n`))
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
}
