import { z } from 'zod'
import type { ApiRoute, Parameters } from '#lib/foundation/api/operation.ts'
import { type Read, readerOf } from '#lib/foundation/api/read-response.ts'
import { contract } from '#lib/web/management-api/contract.ts'
import type { managementOperations } from '#lib/web/management-api/operations.ts'

type Operations = (typeof managementOperations)[number]

type ById = { [Each in Operations as Each['id']]: Each }

export type OperationId = keyof typeof contract

type Texts = Readonly<Record<string, string>>

/** A request as its operation gets it, without anything that is undefined. */
export type SentRequest = Readonly<{
  id: OperationId
  route: ApiRoute
  params: Texts
  query: Texts
  body: Readonly<Record<string, unknown>> | undefined
}>

/** How requests reach a server, or its database. */
export type Transport = Readonly<{
  /** @param schema reads the response; undefined if there is none */
  send<Response>(request: SentRequest, schema: z.ZodType<Response> | undefined): Promise<Response | undefined>
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

type Contract = Readonly<{ route: ApiRoute; list?: z.ZodType; response?: z.ZodType }>

const itemsPerRequest = '200'

/** A client of the management API, whose types are those of the operations. Instants are Unix milliseconds. */
export class ManagementClient {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  async call<Id extends OperationId>(id: Id, request: RequestOf<Id>): Promise<ResponseOf<Id>> {
    const { response }: Contract = contract[id]
    return (await this.#transport.send(toSent(id, request), response && readerOf(response))) as ResponseOf<Id>
  }

  /** The items of a list, part by part. */
  async *items<Id extends ListId>(id: Id, request: RequestOf<Id>): AsyncGenerator<ItemOf<Id>> {
    const { list = z.never() }: Contract = contract[id]
    const schema = z.object({ items: z.array(readerOf(list)), next: z.string().nullable() })
    const sent = toSent(id, request)
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { ...sent.query, limit: itemsPerRequest, ...(cursor !== undefined && { cursor }) }
      const part = await this.#transport.send({ ...sent, query }, schema)
      yield* (part?.items ?? []) as ItemOf<Id>[]
      cursor = part?.next ?? null
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

type Given = Readonly<{ params?: Texts; query?: object; body?: object }>

function toSent(id: OperationId, { params = {}, query = {}, body }: Given): SentRequest {
  const { route } = contract[id]
  return { id, route, params, query: withoutUndefined(query), body: body && withoutUndefined(body) }
}

/** As JSON would be. */
function withoutUndefined<Value>(fields: Readonly<Record<string, Value>> | object): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
