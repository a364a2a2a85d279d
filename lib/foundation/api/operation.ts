import type { z } from 'zod'
import type { Refused } from '#lib/foundation/api/refusals.ts'
import type { Tag } from '#lib/foundation/api/tags.ts'
import type { ApiClient, Operator } from '#lib/foundation/authorization/actor.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import type { Services } from '#lib/foundation/services.ts'

/** Method and path, in OpenAPI's notation. */
export type ApiRoute = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/v1/${string}`

type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never

/** The path parameters, decoded. */
export type Parameters<Route> = Readonly<Record<ParameterOf<Route>, string>>

/** What the operations of one kind of resource have in common. All sentences are for client developers. */
export type Noun = Readonly<{
  tag: Tag
  /** Describes the path parameters of its operations. Values are validated by use cases. */
  parameters?: Readonly<Record<string, z.ZodType>>
  /** Describes the entity tag, if it has one. */
  version?: string
  /** Describes `If-Match`. */
  condition?: string
  /** Describes the URL of a new one. */
  location?: string
  /** The field that its URL ends with; by default `id`. */
  key?: string
}>

/** What documents an operation, besides its schemas. */
type Documented = Readonly<{
  /** The `operationId`. Generated clients name their functions by it, so it never changes. */
  id: string
  summary: string
  description: string
  /** Describes a successful response. Lists have a description of their own. */
  returns?: string
  /** Those of its own. Those of its parts, such as a body, and of every operation are added. */
  refusals?: readonly Refused[]
  sample?: Readonly<{ label: string; path?: string; json?: Readonly<Record<string, unknown>> }>
}>

/** What all operations declare. */
type Common<Route extends ApiRoute> = Documented &
  Readonly<{
    noun: Noun
    route: Route
    query?: z.ZodObject | undefined
    /** A JSON response; without one, 204. */
    response?: z.ZodType | undefined
  }>

/** What `handle` of any operation gets; each declares the part that it uses, with its types. */
type AnyCall = Readonly<{
  services: Services
  /** The operator: in a process of its own, without a token. */
  actor: ApiClient | Operator
  params: Readonly<Record<string, string>>
  query: unknown
  body: unknown
  /** The body, if the use case parses it. */
  object: Readonly<Record<string, unknown>>
  /** Where a list goes on: what `next` was. */
  after: string | undefined
  requireUnchanged(current: unknown): void
}>

/** A body of JSON Lines. */
type LinesCall = Readonly<{
  chunks: AsyncGenerator<Uint8Array>
  /** Checks the access token once more, for work that takes long. */
  authorizeAgain: () => Promise<ApiClient>
}>

type CheckedCall<Parameters> = Readonly<{ services: Services; params: Parameters }>

/** An operation whose client is authorized by a scope, and counted, before anything else. */
export type ScopedOperation<Route extends ApiRoute = ApiRoute> = Common<Route> &
  Readonly<{
    scope: ManagementScope
    /** A JSON body, parsed by this schema. */
    body?: z.ZodType | undefined
    /** A JSON body that the use case parses: a merge patch (RFC 7396), or one that must agree with the path. */
    object?: z.ZodType | undefined
    /** A body of JSON Lines, as a stream. The response is one, too. */
    lines?: z.ZodType | undefined
    /** The items of a list in parts. */
    list?: z.ZodType | undefined
    /** Creates something: 201, and once for an `Idempotency-Key`. */
    creates?: true
    /** Describes 201, if it may create something. */
    mayCreate?: string
    /** Has an entity tag, and evaluates preconditions. */
    conditional?: true
    /** Fields that only the response to the creation has: not part of the entity tag. */
    shownOnce?: readonly string[]
    handle(call: AnyCall & Partial<LinesCall>): Promise<unknown>
    /** Checks a response again before it is sent, also a repeated one. */
    check?(call: CheckedCall<AnyCall['params']>, sent: unknown): Promise<void>
  }>

/**
 * An operation whose use case authorizes the holder of the token itself. Its requests don't count as those of a key.
 */
export type HolderOperation<Route extends ApiRoute = ApiRoute> = Common<Route> &
  Readonly<{
    scope: null
    handle(call: Pick<AnyCall, 'services' | 'params' | 'query'> & Readonly<{ holder: unknown }>): Promise<unknown>
    /** The same for the operator, who holds no token. */
    handleForOperator?(call: OperatorCall<AnyCall['params']>): Promise<unknown>
  }>

type OperatorCall<Params> = Readonly<{ services: Services; actor: Operator; params: Params }>

/** One operation of `/api/v1`. Its endpoint, its route and its published description follow from it. */
export type ApiOperation<Route extends ApiRoute = ApiRoute> = ScopedOperation<Route> | HolderOperation<Route>

/** A part of a list. `next`: where to go on, null after the last item. */
export type ListPart<Item> = Readonly<{ items: readonly Item[]; next: string | null }>

/** The response of an operation that may create something, if it did. */
export class Created<Resource> {
  readonly resource: Resource

  constructor(resource: Resource) {
    this.resource = resource
  }
}

/** A request of an authorized client. */
type Call<Route, Query extends z.ZodType, Body extends z.ZodType, Resource> = Omit<
  AnyCall,
  'params' | 'query' | 'body' | 'requireUnchanged'
> &
  Readonly<{
    params: Parameters<Route>
    query: z.output<Query>
    body: z.output<Body>
    /** Evaluates the preconditions. @param current undefined if there is none. @throws Refusal `precondition_failed` */
    requireUnchanged(current: Resource | undefined): void
  }>

type Answer<Item extends z.ZodType, Resource extends z.ZodType> = [Item] extends [never]
  ? [Resource] extends [never]
    ? Promise<void>
    : Promise<z.output<Resource> | Created<z.output<Resource>>>
  : Promise<ListPart<z.output<Item>>>

type NoFields = z.ZodObject<Record<never, never>>

/** The types of an operation, for its clients. */
type Types<Id, Query, Body, Patch, Item, Resource> = Readonly<{
  id: Id
  query?: Query
  body?: Body
  object?: Patch
  list?: Item
  response?: Resource
}>

/** Declares an operation whose client is authorized by a scope. */
export function operation<
  const Id extends string,
  const Route extends ApiRoute,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodType = never,
  Patch extends z.ZodType = never,
  Item extends z.ZodType = never,
  Resource extends z.ZodType = never,
>(
  noun: Noun,
  declared: Omit<ScopedOperation<Route>, 'noun' | 'handle' | 'check'> &
    Readonly<{
      id: Id
      query?: Query
      body?: Body
      object?: Patch
      list?: Item
      response?: Resource
      handle: (call: Call<Route, Query, Body, z.output<Resource>>) => Answer<Item, Resource>
      check?: (call: CheckedCall<Parameters<Route>>, sent: z.output<Resource>) => Promise<void>
    }>,
): ScopedOperation<Route> & Types<Id, Query, Body, Patch, Item, Resource> {
  return { noun, ...declared }
}

/** JSON Lines as texts, and a callback for once the client has them or is gone. */
export type Lines = Readonly<{ lines: AsyncGenerator<string>; onEnd: () => void }>

/** Declares an operation that reads and writes JSON Lines. */
export function linesOperation<const Route extends ApiRoute, Query extends z.ZodObject>(
  noun: Noun,
  declared: Omit<ScopedOperation<Route>, 'noun' | 'handle'> &
    Readonly<{
      query: Query
      lines: z.ZodType
      handle: (call: Call<Route, Query, never, never> & LinesCall) => Promise<Lines>
    }>,
): ScopedOperation<Route> {
  return { noun, ...declared }
}

/** Declares an operation whose use case authorizes the holder of the token itself. */
export function holderOperation<
  const Id extends string,
  const Route extends ApiRoute,
  Holder,
  Resource extends z.ZodType,
  Query extends z.ZodObject = NoFields,
>(
  noun: Noun,
  declared: Omit<HolderOperation<Route>, 'noun' | 'scope' | 'handle' | 'handleForOperator'> &
    Readonly<{
      id: Id
      query?: Query
      response: Resource
      handle: (
        call: HolderCall<Holder> & Readonly<{ params: Parameters<Route>; query: z.output<Query> }>,
      ) => Promise<z.output<Resource>>
      handleForOperator?: (call: OperatorCall<Parameters<Route>>) => Promise<z.output<Resource>>
    }>,
): HolderOperation<Route> & Types<Id, Query, never, never, never, Resource> {
  return { noun, scope: null, ...declared }
}

export type HolderCall<Holder> = Readonly<{ services: Services; holder: Holder }>
