import type { Command } from 'commander'
import type { Account } from '#lib/accounts/account.ts'
import { createAccount } from '#lib/accounts/create-account.ts'
import { listAccounts } from '#lib/accounts/list-accounts.ts'
import { accountSchema } from '#lib/accounts/schema.ts'
import { resumeAccount, suspendAccount } from '#lib/accounts/suspend-account.ts'
import { parseInput } from '#lib/parse-input.ts'
import { addImportAccounts } from './import-accounts-command.ts'
import { formatTable, type OutputOptions } from './output.ts'
import { type CommandContext, run } from './run.ts'
import { addVerb } from './verb.ts'

type CreateOptions = OutputOptions & Readonly<{ id: string; name: string; locale?: string; deepPath?: string }>

export function addAccountCommands(program: Command): void {
  const noun = program.command('account').description('What people open with one click.')
  addCreate(noun)
  addImportAccounts(noun)
  addVerb(noun, 'list', 'List all accounts by name.').action((options: OutputOptions) =>
    run(options, async (context) => {
      const accounts = await readAllAccounts(context)
      return { json: { accounts }, lines: formatAccounts(accounts) }
    }),
  )
  addVerb(noun, 'suspend <accountId>', 'Close an account to everybody, at once.').action(
    (accountId: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        const account = await suspendAccount(services, actor, accountId)
        return { json: account, lines: [`Suspended ${account.id} (${account.name}): nobody can open it.`] }
      }),
  )
  addVerb(noun, 'resume <accountId>', 'Let a suspended account be opened again.').action(
    (accountId: string, options: OutputOptions) =>
      run(options, async ({ services, actor }) => {
        const account = await resumeAccount(services, actor, accountId)
        return { json: account, lines: [`Resumed ${account.id} (${account.name}).`] }
      }),
  )
}

function addCreate(noun: Command): void {
  addVerb(noun, 'create', 'Add an account.')
    .requiredOption('--id <accountId>', 'its id on your platform: letters, digits, ".", "_" and "-"')
    .requiredOption('--name <name>', 'the name people know it by')
    .option('--locale <locale>', 'language and region it opens in, such as de-at')
    .option('--deep-path <path>', 'where inside the account to land, such as /accounts/<accountId>/orders')
    .action((options: CreateOptions) =>
      run(options, async ({ services, actor }) => {
        const account = await createAccount(services, actor, parseInput(accountSchema, options))
        return { json: account, lines: [`Added account ${account.id} (${account.name}).`] }
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
