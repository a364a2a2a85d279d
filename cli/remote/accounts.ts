import { z } from 'zod'
import type { Account, ManagedAccount } from '#lib/accounts/account.ts'
import { accountResource, listedAccountResource } from '#lib/accounts/account-resource.ts'
import { toSearchText } from '#lib/accounts/search-text.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'
import { RemoteError } from './failure.ts'
import { importAccounts } from './import-accounts.ts'
import { inOrder, toMs } from './read-resource.ts'

/** Newer servers may send more. */
const resource = z.object(accountResource.shape)
const listed = z.object(listedAccountResource.shape)

export function remoteAccounts(api: Api): Operations['accounts'] {
  const change = async (id: string, patch: object) => toAccount(await api.patch(['accounts', id], patch, resource))
  return {
    create: async (account) => toAccount(await api.post(['accounts'], account, resource)),
    list: async () => inOrder(await api.all(['accounts'], listed, toManaged), toSearchText),
    isKnown: (id) => isKnown(api, id),
    change,
    suspend: (id) => change(id, { suspended: true }),
    resume: (id) => change(id, { suspended: false }),
    importFile: ({ file: { rows }, onProgress }) => importAccounts(api.server, { rows, onProgress }),
  }
}

async function isKnown(api: Api, id: string): Promise<boolean | undefined> {
  try {
    return (await api.get(['accounts', id], resource)).id === id
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    if (error.status === 404) return false
    if (error.status === 403) return undefined
    throw error
  }
}

function toAccount({ id, name, locale, deepPath, createdAt, suspendedAt }: z.output<typeof resource>): Account {
  return { id, name, locale, deepPath, createdAt: toMs(createdAt), suspendedAt: toMs(suspendedAt) }
}

function toManaged(account: z.output<typeof listed>): ManagedAccount {
  return { ...toAccount(account), lastOpenedAt: toMs(account.lastOpenedAt) }
}
