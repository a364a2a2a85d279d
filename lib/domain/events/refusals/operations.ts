import { findReadableRefusal, noReadableRefusal } from '#lib/domain/events/refusals/find-readable-refusal.ts'
import { findRefusal, searchRefusals } from '#lib/domain/events/refusals/find-refusals.ts'
import { refusalResource, refusalsQuery, toRefusalResource } from '#lib/domain/events/refusals/refusal-resource.ts'
import { refusalPathSchema } from '#lib/domain/events/refusals/schema.ts'
import { authenticateAccessToken } from '#lib/domain/tokens/refresh-tokens/authenticate-token.ts'
import { toApiClient } from '#lib/domain/tokens/refresh-tokens/authorize-client.ts'
import type { TokenHolder } from '#lib/domain/tokens/refresh-tokens/authorize-token.ts'
import { type HolderCall, holderOperation, operation } from '#lib/foundation/api/operation.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { toListPart } from '#lib/kernel/list-query.ts'
import { formatPlace, parsePlace } from '#lib/kernel/newest-first.ts'

export const refusalOperations = [
  operation(
    { tag: 'Events' },
    {
      id: 'listRefusals',
      route: 'GET /api/v1/refusals',
      scope: 'events:read',
      summary: 'List refusals',
      description:
        'The last 10,000 refused requests of client programs, for 14 days, the newest first: those of keys that the owner of the client’s key manages, and those without a key. A refusal appears about a second after its response.',
      query: refusalsQuery,
      list: refusalResource,
      sample: { label: 'The newest refusals', path: '/api/v1/refusals?limit=200' },
      handle: async ({ services, actor, query: { cursor, ...query }, after }) => {
        const { refusals: rows, more } = await searchRefusals(services, actor, { ...query, after: parsePlace(after) })
        return toListPart({ rows, more }, ({ at, requestId: id }) => formatPlace({ at, id }), toRefusalResource)
      },
    },
  ),
  holderOperation(
    { tag: 'Operation', parameters: refusalPathSchema.shape },
    {
      id: 'explainRefusal',
      route: 'GET /api/v1/refusals/{requestId}',
      summary: 'Explain a refusal',
      description:
        'Errors do not reveal why a request was refused. The holder of the API key can ask here, about a second later and for up to 14 days: with an access token of the same key, of any scope. One with the scope `events:read`, of a key whose owner is an owner or admin, explains every refusal that it can list.',
      response: refusalResource,
      returns: 'The reason, and what to do.',
      refusals: [
        { code: 'not_found', condition: noReadableRefusal, description: noReadableRefusal },
        'too_many_requests',
      ],
      handle: async ({
        services,
        holder,
        params,
      }: HolderCall<TokenHolder> & Readonly<{ params: Readonly<{ requestId: string }> }>) => {
        const client = toApiClient(await authenticateAccessToken(services, holder, holder.token), holder)
        return toRefusalResource(await findReadableRefusal(services, client, params.requestId))
      },
      handleForOperator: async ({ services, actor, params }) => {
        const found = await findRefusal(services, actor, params.requestId)
        if (!found) throw new Refusal('not_found', { description: 'No refusal is stored for this request ID.' })
        return toRefusalResource(found)
      },
    },
  ),
] as const
