import type { OpenApiDocument } from '#lib/web/openapi/openapi-document.ts'

type Json = string | number | boolean | null | readonly Json[] | JsonObject
type JsonObject = Readonly<{ [name: string]: Json }>
type Kind = 'schemas' | 'responses' | 'parameters' | 'headers'

/** A value of the document. `name`: what it is called if it is shared. `owner`: the operation that has it. */
type Use = Readonly<{ json: string; name: string; owner: string }>
type SharedKind = Readonly<{ refer: (value: JsonObject) => JsonObject; components: JsonObject }>

/**
 * The document with what repeats as named components, less than half as long. Code generators make one type of a
 * component, and name it. A schema with `component` becomes a component of that name; other values do if they repeat.
 * @throws Error if two different schemas have one name
 */
export function shareComponents(document: OpenApiDocument): JsonObject {
  const { paths, webhooks, components, ...rest } = JSON.parse(JSON.stringify(document))
  const schemas: Record<string, Json> = { ...components.schemas }
  const named = nameSchemas({ paths, webhooks }, schemas)
  const parameters = share('parameters', listUses(named.paths, listParameters))
  const withParameters = mapOperations(named.paths, (operation) =>
    operation.parameters ? { ...operation, parameters: listOf(operation.parameters).map(parameters.refer) } : operation,
  )
  const headers = share('headers', listUses(withParameters, listHeaders))
  const withHeaders = mapResponses(withParameters, (response) => ({
    ...response,
    headers: mapValues(objectOf(response.headers ?? {}), (header) => headers.refer(objectOf(header))),
  }))
  const responses = share('responses', listUses(withHeaders, listResponses))
  const shared = { responses: responses.components, parameters: parameters.components, headers: headers.components }
  return {
    ...rest,
    paths: mapResponses(withHeaders, responses.refer),
    webhooks: named.webhooks ?? {},
    components: { ...components, schemas, ...shared },
  }
}

/** Moves each schema with the member `component` into `schemas`. */
function nameSchemas(value: JsonObject, schemas: Record<string, Json>): Readonly<Record<string, JsonObject>> {
  const visit = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(visit)
    if (!isObject(part)) return part
    const { component, ...members } = mapValues(part, visit)
    if (typeof component !== 'string') return component === undefined ? members : { component, ...members }
    const former = schemas[component]
    if (former !== undefined && JSON.stringify(former) !== JSON.stringify(members)) {
      throw new Error(`two different schemas are called ${component}`)
    }
    schemas[component] = members
    return referTo('schemas', component)
  }
  return mapValues(value, (part) => objectOf(visit(part)))
}

/**
 * The values that repeat: of different ones of one name, the most frequent gets it, and others that of their owner,
 * too.
 */
function share(kind: Kind, uses: readonly Use[]): SharedKind {
  const names = new Map<string, string>()
  const components: Record<string, Json> = {}
  const repeated = [...Map.groupBy(uses, ({ json }) => json)].filter(([, same]) => same.length > 1)
  for (const [json, [use]] of repeated.toSorted(([, one], [, other]) => other.length - one.length)) {
    const { name = '', owner = '' } = use ?? {}
    const free = [name, `${name}Of${toPascalCase(owner)}`].find((candidate) => !(candidate in components))
    if (free === undefined) continue
    names.set(json, free)
    components[free] = JSON.parse(json)
  }
  const refer = (value: JsonObject) => {
    const name = names.get(JSON.stringify(value))
    return name === undefined ? value : referTo(kind, name)
  }
  return { refer, components }
}

type Named = readonly (readonly [name: string, value: Json])[]

function listUses(paths: JsonObject = {}, list: (operation: JsonObject) => Named): readonly Use[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(objectOf(methods)).map(objectOf))
  return operations.flatMap((operation) =>
    list(operation).map(([name, value]) => ({
      json: JSON.stringify(value),
      name,
      owner: String(operation.operationId),
    })),
  )
}

function listParameters({ parameters = [] }: JsonObject): Named {
  return listOf(parameters).map((parameter) => [String(parameter.name), parameter])
}

function listHeaders({ responses = {} }: JsonObject): Named {
  return Object.values(objectOf(responses)).flatMap((response) =>
    Object.entries(objectOf(objectOf(response).headers ?? {})),
  )
}

function listResponses({ responses = {} }: JsonObject): Named {
  return Object.entries(objectOf(responses)).map(([status, response]) => [
    statusNames[status] ?? `Status${status}`,
    response,
  ])
}

const statusNames: Readonly<Record<string, string>> = {
  204: 'NoContent',
  304: 'NotModified',
  400: 'InvalidRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'BodyTooLarge',
  422: 'IdempotencyKeyReused',
  429: 'TooManyRequests',
  500: 'ServerError',
  502: 'BadGateway',
  503: 'TemporarilyUnavailable',
}

function mapOperations(paths: JsonObject = {}, change: (operation: JsonObject) => JsonObject): JsonObject {
  return mapValues(paths, (methods) => mapValues(objectOf(methods), (operation) => change(objectOf(operation))))
}

function mapResponses(paths: JsonObject, change: (response: JsonObject) => JsonObject): JsonObject {
  return mapOperations(paths, ({ responses = {}, ...operation }) => ({
    ...operation,
    responses: mapValues(objectOf(responses), (response) => change(objectOf(response))),
  }))
}

function mapValues<Value extends Json>(object: JsonObject, change: (value: Json) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}

function referTo(kind: Kind, name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(value: Json): JsonObject {
  if (!isObject(value)) throw new Error('the document has no object there')
  return value
}

function listOf(value: Json): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

function toPascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
