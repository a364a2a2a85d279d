import { z } from 'zod'
import { keyResource } from '#lib/api-keys/key-resource.ts'
import { handOverLinkResource } from '#lib/hand-over/hand-over-resource.ts'
import type { KeySecret, KeySecrets } from '#lib/key-rotation/read-key-secrets.ts'
import { rehearsalResource, secretsResource } from '#lib/key-rotation/secret-resource.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'
import { RemoteError } from './failure.ts'
import { toMs } from './read-resource.ts'

const key = z.object(keyResource.shape)
const { items, ...facts } = secretsResource.shape
const secret = z.object(items.element.shape)
const secrets = z.object({ ...facts, items: z.array(secret) })
const rehearsal = z.object(rehearsalResource.shape)
const link = z.object(handOverLinkResource.shape)

export function remoteKeySecrets(api: Api): Operations['keySecrets'] {
  return {
    list: async (keyId) => toKeySecrets(await api.get(['keys', keyId, 'secrets'], secrets)),
    retire: ({ keyId, secretId, endFamilies }) =>
      api.remove(['keys', keyId, 'secrets', secretId], endFamilies ? { families: 'end' } : {}),
    rehearse: async ({ keyId, minutes }) =>
      toMs((await api.put(['keys', keyId, 'rehearsal'], { minutes }, rehearsal)).refusedUntil),
    endRehearsal: (keyId) => api.remove(['keys', keyId, 'rehearsal']),
    handOver: async ({ keyId, ...input }) => {
      const { url, expiresAt } = await api.post(['keys', keyId, 'hand-over'], input, link)
      return { keyId, url, expiresAt: toMs(expiresAt) }
    },
    withdrawHandOver: (keyId) => withdraw(api, keyId),
  }
}

/** A key without an open link and an unknown key are both `not_found`. */
async function withdraw(api: Api, keyId: string): Promise<boolean> {
  try {
    await api.remove(['keys', keyId, 'hand-over'])
    return true
  } catch (error) {
    if (!(error instanceof RemoteError) || error.status !== 404) throw error
    await api.get(['keys', keyId], key)
    return false
  }
}

function toKeySecrets({ items, families, safeToRetire }: z.output<typeof secrets>): KeySecrets {
  return {
    secrets: items.map(toKeySecret),
    families: families.map(({ id, issuedAt, issuedFrom, lastUsedAt }) => ({
      ...{ id, issuedAt: toMs(issuedAt), issuedFrom, lastUsedAt: toMs(lastUsedAt) },
    })),
    isSafeToRetire: safeToRetire ?? undefined,
  }
}

function toKeySecret({ refusedFrom, refusedUntil, ...shown }: z.output<typeof secret>): KeySecret {
  const { id, thumbprint, state, createdAt, createdByName, lastUsedAt, families, callsInLastDay } = shown
  const isRehearsed = refusedFrom !== null && refusedUntil !== null
  return {
    ...{ id, thumbprint, state, createdAt: toMs(createdAt), createdByName, lastUsedAt: toMs(lastUsedAt) },
    ...{ families, callsInLastDay, firstUsedAt: toMs(shown.firstUsedAt) },
    ...{ worksUntil: toMs(shown.worksUntil), retiredAt: toMs(shown.retiredAt) },
    rehearsal: isRehearsed ? { from: toMs(refusedFrom), until: toMs(refusedUntil) } : null,
    liveFamilies: shown.liveFamilies,
  }
}
