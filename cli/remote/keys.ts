import { z } from 'zod'
import { generatedFields, keyResource, listedKeyResource } from '#lib/api-keys/key-resource.ts'
import { handOverLinkResource } from '#lib/hand-over/hand-over-resource.ts'
import { keyUsageResource } from '#lib/usage/key-usage-resource.ts'
import type { CountedKey, CreatedKey, NewKey } from '../local/keys.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'
import { inOrder, toMs } from './read-resource.ts'
import { findUser } from './users.ts'

const resource = z.object(keyResource.shape)
const generated = z.object(generatedFields)
const handedOver = z.object({ id: z.string(), handOver: z.object(handOverLinkResource.shape) })
const listed = z.object(listedKeyResource.shape)
const usage = z.object(keyUsageResource.shape)
const rotated = z.object({ id: z.string(), secret: z.string().optional(), worksUntil: z.iso.datetime() })

export function remoteKeys(api: Api): Operations['keys'] {
  const change = (id: string, patch: object) => api.patch(['keys', id], patch, resource)
  const setState = async (id: string, state: string) => void (await change(id, { state }))
  return {
    create: (request) => createKey(api, request),
    createHandOver: async ({ owner: name, fields }) => {
      const body = { ...fields, ownerId: (await findUser(api, name)).id, handOver: true }
      const { id: keyId, handOver } = await api.post(['keys'], body, handedOver)
      return { keyId, url: handOver.url, expiresAt: toMs(handOver.expiresAt) }
    },
    list: async () => {
      const keys = await api.all(['keys'], listed, toApiKey)
      return inOrder(keys, ({ createdAt }) => String(createdAt).padStart(16, '0')).reverse()
    },
    change,
    usage: (id, period) => api.get(['keys', id, 'usage'], usage, { period }),
    disable: (id) => setState(id, 'disabled'),
    enable: (id) => setState(id, 'active'),
    revoke: (id) => setState(id, 'revoked'),
    limit: async ({ keyId, mode, ...calls }) =>
      void (await change(keyId, { callLimit: mode === 'off' ? null : { mode, ...calls } })),
    extend: async (id, days) => toMs((await change(id, { expiresInDays: days })).expiresAt) ?? 0,
    rotate: async ({ keyId, ...input }) => {
      const { id: secretId, secret, worksUntil } = await api.post(['keys', keyId, 'secrets'], input, rotated)
      return { secretId, ...(secret !== undefined && { secret }), lapsesAt: toMs(worksUntil) }
    },
  }
}

async function createKey(api: Api, { owner: name, fields, publicJwk }: NewKey): Promise<CreatedKey> {
  const owner = await findUser(api, name)
  const body = { ...fields, ownerId: owner.id, ...(publicJwk !== undefined && { publicJwk }) }
  const { id, secret, expiresAt, sameNameKeyId, ...key } = await api.post(['keys'], body, generated)
  const facts = { expiresAt: toMs(expiresAt), sameNameKeyId }
  return { owner, key: { id, name: key.name, ...facts, ...(secret !== undefined && { secret }) } }
}

function toApiKey({ ownerId, ownerName, ownerRole, rotatable, dpop, createdByName, ...key }: ListedKey): CountedKey {
  return {
    ...key,
    owner: { id: ownerId, name: ownerName, role: ownerRole },
    createdByName: createdByName ?? undefined,
    createdAt: toMs(key.createdAt),
    expiresAt: toMs(key.expiresAt),
    lastUsedAt: toMs(key.lastUsedAt),
    isRotatable: rotatable,
    requiresDpop: dpop,
    accountIds: toLimit(key.accountIds),
    networks: toLimit(key.networks),
    returnAddresses: toLimit(key.returnAddresses),
  }
}

type ListedKey = z.output<typeof listed>

function toLimit(words: readonly string[]): readonly string[] | null {
  return words.length === 0 ? null : words
}
