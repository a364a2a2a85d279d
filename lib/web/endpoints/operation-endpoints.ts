import { refuseTokenInQuery } from '#lib/domain/tokens/access-tokens/bearer-token.ts'
import type { ApiOperation, ApiRoute, HolderOperation } from '#lib/foundation/api/operation.ts'
import { methodOf, type Params, parameterReader, pathOf } from '#lib/foundation/api/path.ts'
import { parseFields, unacceptableField } from '#lib/kernel/form-fields.ts'
import { answerOperation } from '#lib/web/endpoints/answer-operation.ts'
import { authorizeFirst } from '#lib/web/endpoints/api-endpoint.ts'
import { defineEndpoint } from '#lib/web/http/define-endpoint.ts'
import { type Endpoint, jsonResponse } from '#lib/web/http/endpoint.ts'
import { readQuery } from '#lib/web/http/form-body.ts'
import { withPresentedToken } from '#lib/web/oauth/presented-token.ts'

type PathOf<Route> = Route extends `${string} ${infer Path}` ? Path : never

/** A path in the notation of the folders below `app`. */
type FolderPath<Path> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}[${Name}]${FolderPath<After>}`
  : Path

type Endpoints<Route extends ApiRoute> = Readonly<Record<FolderPath<PathOf<Route>>, Endpoint>>

/** The endpoints of these operations, by path in the notation of the folders below `app`. */
export function toEndpoints<Route extends ApiRoute>(operations: readonly ApiOperation<Route>[]): Endpoints<Route> {
  const byPath = Map.groupBy(operations, ({ route }) => pathOf(route))
  const endpoints = [...byPath].map(([path, own]) => {
    const methods = new Set(own.map(({ route }) => methodOf(route)))
    // The last segment may be an ID, too: an account may be called `import`.
    const others = operations.filter(({ route }) => matches(pathOf(route), path) && !methods.has(methodOf(route)))
    const handlers = [...others, ...own].map((each) => [methodOf(each.route), toHandler(each)])
    return [path.replaceAll('{', '[').replaceAll('}', ']'), defineEndpoint(Object.fromEntries(handlers))]
  })
  return Object.fromEntries(endpoints)
}

/** Whether a path with parameters also matches another path. */
function matches(pattern: string, path: string): boolean {
  return pattern !== path && new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
}

function toHandler(operation: ApiOperation): Endpoint {
  const read = parameterReader(operation.route)
  const readParams = ({ url }: Request) => read(new URL(url).pathname)
  if (operation.scope === null) return toHolderHandler(operation, readParams)
  return authorizeFirst(operation.scope, (call) => answerOperation(operation, call, readParams(call.request)))
}

/** All work counts as that of the token: each `invalid_token` counts as a failure. */
function toHolderHandler(operation: HolderOperation, readParams: (request: Request) => Params): Endpoint {
  const { query: schema } = operation
  return async (request, context) => {
    const { services } = context
    refuseTokenInQuery(request)
    return withPresentedToken({ request }, context, async (holder) => {
      const query = schema && parseFields(schema, readQuery(request, schema.keyof().options), unacceptableField)
      return jsonResponse(await operation.handle({ services, holder, query, params: readParams(request) }))
    })
  }
}
