import { z } from 'zod'
import type { ApiOperation, Parameters } from '#lib/api/operation.ts'
import { type Read, readerOf } from '#lib/api/read-response.ts'
import { managementOperations } from '#lib/management-api/operations.ts'

type Operations = (typeof managementOperations)[number]

/** Those with JSON for everyone who manages: streams, and what only the holder of a token may read, are left out. */
type Callable = Exclude<Operations, Readonly<{ id: 'importAccounts' | 'listEvents' }>>
type ById = { [Each in Callable as Each['id']]: Each }

export type OperationId = keyof ById

type Texts = Readonly<Record<string, string>>

/** A request as its operation gets it, without anything that is undefined. */
export type SentRequest = Readonly<{ params: Texts; query: Texts; body: Readonly<Record<string, unknown>> | undefined }>

/** How requests reach a server, or its database. */
export type Transport = Readonly<{
  /** @param schema reads the response; undefined if there is none */
  send<Response>(operation: ApiOperation, request: SentRequest, schema: z.ZodType<Response>): Promise<Response>
}>

/** Lets optional fields be undefined. */
type Loose<Fields> = {
  [Name in keyof Fields]: undefined extends Fields[Name] ? Fields[Name] | undefined : Fields[Name]
}

type ParamsOf<Operation> = Operation extends Readonly<{ route: infer Route }> ? Parameters<Route> : never
type QueryOf<Operation> =
  Operation extends Readonly<{ query?: infer Query extends z.ZodType }>
    ? Partial<Record<keyof z.output<Query>, string | undefined>>
    : never
type BodyOf<Operation> =
  | SchemaInput<Operation extends Readonly<{ body?: infer Body }> ? Body : never>
  | SchemaInput<Operation extends Readonly<{ object?: infer Body }> ? Body : never>
type SchemaInput<Schema> = [Schema] extends [never] ? never : Schema extends z.ZodType ? Loose<z.input<Schema>> : never

/** `unknown`: nothing to send. */
export type RequestOf<Id extends OperationId> = Readonly<{ query?: QueryOf<ById[Id]> }> &
  (keyof ParamsOf<ById[Id]> extends never ? unknown : Readonly<{ params: ParamsOf<ById[Id]> }>) &
  ([BodyOf<ById[Id]>] extends [never] ? unknown : Readonly<{ body: BodyOf<ById[Id]> }>)

type SchemaOf<Operation, Name extends 'list' | 'response'> =
  Operation extends Readonly<Partial<Record<Name, infer Schema>>> ? Schema : never

export type ResponseOf<Id extends OperationId> = [SchemaOf<ById[Id], 'response'>] extends [never]
  ? undefined
  : Read<SchemaOf<ById[Id], 'response'>>

/** The operations that are lists. */
export type ListId = { [Id in OperationId]: [SchemaOf<ById[Id], 'list'>] extends [never] ? never : Id }[OperationId]

export type ItemOf<Id extends ListId> = Read<SchemaOf<ById[Id], 'list'>>

const itemsPerRequest = '200'

/** A client of the management API, whose types are those of the operations. Instants are Unix milliseconds. */
export class ManagementClient {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  async call<Id extends OperationId>(id: Id, request: RequestOf<Id>): Promise<ResponseOf<Id>> {
    const operation = findOperation(id)
    const schema = operation.response ? readerOf(operation.response) : z.undefined()
    const response: unknown = await this.#transport.send(operation, toSent(request), schema)
    return response as ResponseOf<Id>
  }

  /** The items of a list, part by part. */
  async *items<Id extends ListId>(id: Id, request: RequestOf<Id>): AsyncGenerator<ItemOf<Id>> {
    const operation = findOperation(id)
    const item = 'list' in operation && operation.list ? readerOf(operation.list) : z.never()
    const schema = z.object({ items: z.array(item), next: z.string().nullable() })
    const sent = toSent(request)
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { ...sent.query, limit: itemsPerRequest, ...(cursor !== undefined && { cursor }) }
      const { items, next } = await this.#transport.send(operation, { ...sent, query }, schema)
      yield* items as ItemOf<Id>[]
      cursor = next
    }
  }

  /** The items of a list, the first `limit` of them. */
  async list<Id extends ListId>(
    id: Id,
    request: RequestOf<Id>,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<ItemOf<Id>[]> {
    const found: ItemOf<Id>[] = []
    for await (const item of this.items(id, request)) {
      if (found.push(item) >= limit) break
    }
    return found
  }
}

function findOperation(id: OperationId): ApiOperation {
  const found = managementOperations.find((operation) => operation.id === id)
  if (!found) throw new Error(`There is no operation ${id}.`)
  return found
}

type Given = Readonly<{ params?: Texts; query?: object; body?: object }>

function toSent({ params = {}, query = {}, body }: Given): SentRequest {
  return { params, query: withoutUndefined(query), body: body && withoutUndefined(body) }
}

/** As JSON would be. */
function withoutUndefined<Value>(fields: Readonly<Record<string, Value>> | object): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
