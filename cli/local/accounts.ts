import type { AccountFile } from '#lib/account-imports/account-file.ts'
import { importAccounts } from '#lib/account-imports/import-accounts.ts'
import type { Account, ManagedAccount, NewAccount } from '#lib/accounts/account.ts'
import { patchAccountFields } from '#lib/accounts/account-resource.ts'
import {
  createAccount,
  findManagedAccount,
  listAccounts,
  resumeAccount,
  suspendAccount,
} from '#lib/accounts/manage-accounts.ts'
import { patchAccount } from '#lib/accounts/write-account.ts'
import type { ImportResult } from '../remote/import-accounts.ts'
import type { CommandContext } from '../run.ts'
import { type Patch, unconditional } from './patch.ts'

type FileImport = Readonly<{ file: AccountFile; fileName: string; onProgress: (done: number) => void }>

export function localAccounts({ services, actor }: CommandContext) {
  return {
    create: (account: NewAccount) => createAccount(services, actor, account),
    list: () => listAll({ services, actor }),
    /** `undefined` if the token of a remote command may not look. */
    isKnown: async (id: string): Promise<boolean | undefined> =>
      (await findManagedAccount(services, actor, id)) !== undefined,
    change: (id: string, patch: Patch) => {
      const change = (current: Account) => patchAccountFields(current, patch)
      return patchAccount(services, actor, { id, change, precondition: unconditional })
    },
    suspend: (id: string) => suspendAccount(services, actor, id),
    resume: (id: string) => resumeAccount(services, actor, id),
    /** Imports the good rows of a file. */
    importFile: async (request: FileImport): Promise<ImportResult> => ({
      counts: await importAccounts(services, actor, { ...request, skipBad: true }),
      badRows: [],
    }),
  }
}

async function listAll({ services, actor }: CommandContext): Promise<readonly ManagedAccount[]> {
  const accounts: ManagedAccount[] = []
  for (let after: string | undefined | null; after !== null; ) {
    const page = await listAccounts(services, actor, { after })
    accounts.push(...page.accounts)
    after = page.next
  }
  return accounts
}
