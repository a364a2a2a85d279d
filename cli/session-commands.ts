import type { Command } from 'commander'
import { findUserId, noteUnknownAccount } from './find.ts'
import { option } from './options.ts'
import { formatInstant, listOutput } from './output.ts'
import { verbsOf } from './verb.ts'

export function addSessionCommands(program: Command): void {
  const verb = verbsOf(program.command('session').description('Accounts that are open in a browser.'))
  verb('list', 'List the open sessions of an account or of a user, the newest first.', {
    account: option('--account <accountId>', 'only sessions of this account'),
    user: option('--user <email>', 'only sessions of this user: email address or username'),
  })
    .needsOption('which sessions')
    .onSite(async (site, { account, user }) => {
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
    })
  verb('end <sessionId>', 'End a session, from its next request on.').onSite(async ({ api }, id) => {
    await api.call('endSession', { params: { sessionId: id } })
    return { json: { id }, lines: [`Ended ${id}.`] }
  })
}
