import type { Command } from 'commander'
import { noteUnknownAccount } from './account-note.ts'
import { formatInstant, formatTable } from './output.ts'
import { addVerb, requireSomeOption } from './verb.ts'

type ListOptions = Readonly<{ account?: string; user?: string }>

export function addSessionCommands(program: Command): void {
  const noun = program.command('session').description('Accounts that are open in a browser.')
  const list = addVerb(noun, 'list', async (operations, { account, user }: ListOptions) => {
    const found = (await operations.sessions.list({ accountId: account || undefined, user })).map((session) => ({
      ...session,
      createdAt: Date.parse(session.createdAt),
      lastSeenAt: Date.parse(session.lastSeenAt),
      endsAt: Date.parse(session.endsAt),
    }))
    const rows = found.map(({ id, accountId, userId, keyId, createdAt, lastSeenAt, endsAt }) => [
      ...[id, accountId, userId, keyId ?? '–'],
      ...[createdAt, lastSeenAt, endsAt].map(formatInstant),
    ])
    const headings = ['SESSION ID', 'ACCOUNT ID', 'USER ID', 'KEY ID', 'OPENED (UTC)', 'LAST USED (UTC)', 'ENDS (UTC)']
    const notes = await noteUnknownAccount(operations, account || undefined, found)
    return { json: { sessions: found }, lines: formatTable(headings, rows), notes }
  })
    .description('List the open sessions of an account or of a user, the newest first.')
    .option('--account <accountId>', 'only sessions of this account')
    .option('--user <email>', 'only sessions of this user: email address or username')
  requireSomeOption(list, 'which sessions')
  addVerb(noun, 'end <sessionId>', async ({ sessions }, id: string) => {
    await sessions.end(id)
    return { json: { id }, lines: [`Ended ${id}.`] }
  }).description('End a session, from its next request on.')
}
