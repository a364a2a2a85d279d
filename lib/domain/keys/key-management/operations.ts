import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { requireWorkingSecret } from '#lib/domain/keys/api-keys/authenticate-api-key.ts'
import { findApiKey, listApiKeysById } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { generateApiKey, registerApiKey } from '#lib/domain/keys/api-keys/generate-api-key.ts'
import { beyondReach, keyNoun, noKey } from '#lib/domain/keys/api-keys/key-noun.ts'
import {
  keyPatchBody,
  keyResource,
  keysQuery,
  listedKeyResource,
  newKeyBody,
  patchKeyFields,
  toKeyResource,
  toListedKey,
} from '#lib/domain/keys/api-keys/key-resource.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { countExcess } from '#lib/domain/keys/api-keys/set-call-limit.ts'
import { handOverNewKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { toHandOverLink } from '#lib/domain/keys/hand-over/hand-over-resource.ts'
import { newKeyResource } from '#lib/domain/keys/key-management/new-key-resource.ts'
import { countCallsInLastDay } from '#lib/domain/keys/usage/count-calls-in-last-day.ts'
import { keyUsageQuery, keyUsageResource, toKeyUsageResource } from '#lib/domain/keys/usage/key-usage-resource.ts'
import { readKeyUsage } from '#lib/domain/keys/usage/read-key-usage.ts'
import { patchApiKey } from '#lib/domain/people/user-lifecycle/patch-api-key.ts'
import { operation } from '#lib/foundation/api/operation.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { toListPart } from '#lib/kernel/list-query.ts'

export const keyOperations = [
  operation(keyNoun, {
    id: 'listKeys',
    route: 'GET /api/v1/keys',
    scope: 'keys:read',
    summary: 'List API keys',
    description:
      'In the order of their IDs: the keys of the users whom the owner of the client’s key manages, and of the owner.',
    query: keysQuery,
    list: listedKeyResource,
    sample: { label: 'Keys that nobody uses', path: '/api/v1/keys?unused=true&limit=200' },
    handle: async ({ services, actor, query: { limit, search, state, ownerId, unused }, after = '' }) => {
      const match = { search, state, ownerId, age: unused ? 'unused' : 'any' } as const
      const { keys: rows, more } = await listApiKeysById(services, actor, { ...match, after, limit })
      const calls = await countCallsInLastDay(services, actor, rows)
      return toListPart(
        { rows, more },
        ({ id }) => id,
        (key) => toListedKey(key, calls.get(key.id) ?? 0),
      )
    },
  }),
  operation(keyNoun, {
    id: 'generateKey',
    route: 'POST /api/v1/keys',
    scope: 'keys:write',
    summary: 'Generate an API key',
    description:
      'Only the response shows the secret, or with `handOver` a link: its recipient generates the secret. Scopes and limits can only be narrowed later. A program generates keys with the scopes `sso` and `introspect` only: others need a person, who confirms.',
    creates: true,
    conditional: true,
    shownOnce: ['secret', 'handOver', 'sameNameKeyId'],
    body: newKeyBody,
    response: newKeyResource,
    returns: 'The new key, with its secret or the link.',
    refusals: [
      { code: 'conflict', condition: 'The owner has an active key of this name. See `allowSameName`.' },
      {
        code: 'forbidden',
        condition: 'The client may not manage keys of the owner, or the scopes are not within `sso` and `introspect`.',
      },
    ],
    sample: {
      label: 'A key for one year',
      json: { name: 'CRM', ownerId: 'usr_2f6Jm9dQ81xYbT2nVcRs', expiresInDays: 365 },
    },
    handle: async ({ services, actor, body: { handOver, publicJwk, ...input } }) => {
      const show = async (id: string) =>
        toKeyResource(await getManagedKey(services.db, actor, { id, scope: 'keys:write' }))
      if (handOver) {
        const handedOver = await handOverNewKey(services, actor, input)
        return { ...(await show(handedOver.id)), handOver: toHandOverLink(handedOver) }
      }
      const generated: Readonly<{ id: string; sameNameKeyId: string | undefined; secret?: string }> =
        publicJwk === undefined
          ? await generateApiKey(services, actor, input)
          : await registerApiKey(services, actor, { ...input, publicJwk })
      const { id, sameNameKeyId, secret } = generated
      return {
        ...(await show(id)),
        ...(sameNameKeyId !== undefined && { sameNameKeyId }),
        ...(secret !== undefined && { secret }),
      }
    },
    check: async ({ services }, { id: keyId, secret }) => {
      if (secret !== undefined) await requireWorkingSecret(services, { keyId, secret })
    },
  }),
  operation(keyNoun, {
    id: 'getKey',
    route: 'GET /api/v1/keys/{keyId}',
    scope: 'keys:read',
    summary: 'Get an API key',
    description: 'Without its secret.',
    conditional: true,
    response: keyResource,
    returns: 'The key.',
    refusals: [noKey],
    handle: async ({ services, actor, params: { keyId } }) => {
      const key = await findApiKey(services, actor, keyId)
      if (!key) throw new Refusal('not_found')
      return toKeyResource(key)
    },
  }),
  operation(keyNoun, {
    id: 'patchKey',
    route: 'PATCH /api/v1/keys/{keyId}',
    scope: 'keys:write',
    summary: 'Change, narrow, disable or revoke an API key',
    description:
      'A JSON merge patch (RFC 7396). A program narrows, disables and revokes every key that it may manage. It changes other things only of keys whose scopes are within `sso` and `introspect`.',
    conditional: true,
    object: keyPatchBody,
    response: keyResource,
    returns: 'The key as it is now.',
    refusals: [
      noKey,
      beyondReach,
      { code: 'conflict', condition: 'The key is revoked or expired, or the owner has an active key of this name.' },
    ],
    handle: async ({ services, actor, params: { keyId: id }, object, requireUnchanged }) => {
      const change = (current: ApiKey) => patchKeyFields(current, object)
      const precondition = (current: ApiKey) => requireUnchanged(toKeyResource(current))
      return toKeyResource(await patchApiKey(services, actor, { id, change, precondition }))
    },
  }),
  operation(keyNoun, {
    id: 'getKeyUsage',
    route: 'GET /api/v1/keys/{keyId}/usage',
    scope: 'keys:read',
    summary: 'Get the usage of an API key',
    description: 'What the key did, by hour, day or week, in UTC.',
    query: keyUsageQuery,
    response: keyUsageResource,
    returns: 'The usage.',
    refusals: [noKey],
    handle: async ({ services, actor, params: { keyId }, query: { period } }) => {
      const usage = await readKeyUsage(services, actor, { keyId, period })
      return toKeyUsageResource(usage, await countExcess(services, actor, keyId))
    },
  }),
] as const
