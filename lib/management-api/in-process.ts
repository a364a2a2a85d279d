import type { Operator } from '#lib/actor.ts'
import { type ApiOperation, Created, type ListPart, type ScopedOperation } from '#lib/api/operation.ts'
import { parseQuery, readAfter, toCursor } from '#lib/api/parse-request.ts'
import { Refusal } from '#lib/errors.ts'
import type { SentRequest, Transport } from '#lib/management-api/client.ts'
import { parseInput } from '#lib/parse-input.ts'
import type { Services } from '#lib/services.ts'

type Site = Readonly<{ services: Services; actor: Operator }>

/** Runs operations in this process, as the operator: without a token, scopes and quota, and with the same checks of input. */
export function inProcess(site: Site): Transport {
  return {
    send: async (operation, request, schema) => schema.parse(await run(site, operation, request)),
  }
}

async function run(site: Site, operation: ApiOperation, request: SentRequest): Promise<unknown> {
  if (operation.scope !== null) return runScoped(site, operation, request)
  if (!operation.handleForOperator) throw new Refusal('forbidden')
  return operation.handleForOperator({ ...site, params: request.params })
}

async function runScoped(
  site: Site,
  operation: ScopedOperation,
  { params, query: sent, body: object = {} }: SentRequest,
) {
  const query = parseQuery(operation, sent)
  const result = await operation.handle({
    ...{ ...site, params, query, object },
    body: operation.body && parseInput(operation.body, object),
    after: readAfter(operation, params, query),
    requireUnchanged: () => undefined,
  })
  if (result instanceof Created) return result.resource
  if (!operation.list) return operation.response ? result : undefined
  const { items, next } = result as ListPart<unknown>
  return { items, next: toCursor(operation, params, next) }
}
