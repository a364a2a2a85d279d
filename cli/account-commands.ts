import type { Command } from 'commander'
import type { Account, NewAccount } from '#lib/accounts/account.ts'
import { createAccount } from '#lib/accounts/create-account.ts'
import { listAccounts } from '#lib/accounts/list-accounts.ts'
import { accountSchema } from '#lib/accounts/schema.ts'
import { resumeAccount, suspendAccount } from '#lib/accounts/suspend-account.ts'
import { parseInput } from '#lib/parse-input.ts'
import { addImportAccounts } from './import-accounts-command.ts'
import { formatTable } from './output.ts'
import { addVerb, type CommandContext, run } from './run.ts'

export function addAccountCommands(program: Command): void {
  const noun = program.command('account').description('Accounts that users open with one click.')
  addVerb(noun, 'create', 'Add an account.')
    .requiredOption('--id <accountId>', 'its ID on your platform: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'display name')
    .option('--locale <locale>', 'default language and region, for example de-at')
    .option('--deep-path <path>', 'where users land, for example /accounts/<accountId>/orders')
    .action(
      run(async ({ services, actor }, options: NewAccount) => {
        const account = await createAccount(services, actor, parseInput(accountSchema, options))
        return { json: account, lines: [`Added account ${account.id} (${account.name}).`] }
      }),
    )
  addImportAccounts(noun)
  addVerb(noun, 'list', 'List all accounts by name.').action(
    run(async (context) => {
      const accounts = await readAllAccounts(context)
      return { json: { accounts }, lines: formatAccounts(accounts) }
    }),
  )
  addVerb(noun, 'suspend <accountId>', 'Close an account to all users, immediately.').action(
    run(async ({ services, actor }, accountId: string) => {
      const account = await suspendAccount(services, actor, accountId)
      return { json: account, lines: [`Suspended ${account.id} (${account.name}). No user can open it.`] }
    }),
  )
  addVerb(noun, 'resume <accountId>', 'Reopen a suspended account.').action(
    run(async ({ services, actor }, accountId: string) => {
      const account = await resumeAccount(services, actor, accountId)
      return { json: account, lines: [`Resumed ${account.id} (${account.name}).`] }
    }),
  )
}

async function readAllAccounts({ services, actor }: CommandContext): Promise<readonly Account[]> {
  const accounts: Account[] = []
  for (let after: string | undefined | null; after !== null; ) {
    const page = await listAccounts(services, actor, { after })
    accounts.push(...page.accounts)
    after = page.next
  }
  return accounts
}

function formatAccounts(accounts: readonly Account[]): string[] {
  const rows = accounts.map(({ id, name, locale, suspendedAt }) => [
    id,
    name,
    locale ?? '–',
    suspendedAt === null ? 'active' : 'suspended',
  ])
  return formatTable(['ACCOUNT ID', 'NAME', 'LOCALE', 'STATE'], rows)
}
