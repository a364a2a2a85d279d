import { type ApiOperation, Created, type ListPart, type ScopedOperation } from '#lib/foundation/api/operation.ts'
import { parseQuery, readAfter, toCursor } from '#lib/foundation/api/parse-request.ts'
import type { Operator } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import type { SentRequest, Transport } from '#lib/web/management-api/client.ts'
import { managementOperations } from '#lib/web/management-api/operations.ts'

type Site = Readonly<{ services: Services; actor: Operator }>

/**
 * Runs operations in this process, as the operator: without a token, scopes and quota, and with the same checks of
 * input.
 */
export function inProcess(site: Site): Transport {
  return {
    send: async (request, schema) => {
      const response = await run(site, request)
      return schema?.parse(response)
    },
  }
}

async function run(site: Site, request: SentRequest): Promise<unknown> {
  const operation: ApiOperation | undefined = managementOperations.find(({ id }) => id === request.id)
  if (!operation) throw new Error(`There is no operation ${request.id}.`)
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
  if (!operation.list) return result
  const { items, next } = result as ListPart<unknown>
  return { items, next: toCursor(operation, params, next) }
}
