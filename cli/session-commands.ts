import type { Command } from 'commander'
import { noteUnknownAccount } from './account-note.ts'
import { findUserId } from './find-user.ts'
import { type CommandOutput, formatInstant, listOutput } from './output.ts'
import { addVerb, requireSomeOption, type Site } from './verb.ts'

type ListOptions = Readonly<{ account?: string; user?: string }>

export function addSessionCommands(program: Command): void {
  const noun = program.command('session').description('Accounts that are open in a browser.')
  const list = addVerb(noun, 'list', listSessions)
    .description('List the open sessions of an account or of a user, the newest first.')
    .option('--account <accountId>', 'only sessions of this account')
    .option('--user <email>', 'only sessions of this user: email address or username')
  requireSomeOption(list, 'which sessions')
  addVerb(noun, 'end <sessionId>', async ({ api }, id: string) => {
    await api.call('endSession', { params: { sessionId: id } })
    return { json: { id }, lines: [`Ended ${id}.`] }
  }).description('End a session, from its next request on.')
}

async function listSessions(site: Site, { account, user }: ListOptions): Promise<CommandOutput> {
  const accountId = account || undefined
  const userId = await findUserId(site, user)
  const sessions = await site.api.list('listSessions', { query: { accountId, userId } })
  const output = listOutput('sessions', sessions, [
    ['SESSION ID', ({ id }) => id],
    ['ACCOUNT ID', (session) => session.accountId],
    ['USER ID', (session) => session.userId],
    ['KEY ID', ({ keyId }) => keyId ?? '–'],
    ['OPENED (UTC)', ({ createdAt }) => formatInstant(createdAt)],
    ['LAST USED (UTC)', ({ lastSeenAt }) => formatInstant(lastSeenAt)],
    ['ENDS (UTC)', ({ endsAt }) => formatInstant(endsAt)],
  ])
  return { ...output, notes: await noteUnknownAccount(site, accountId, sessions) }
}
