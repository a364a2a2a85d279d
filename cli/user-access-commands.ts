import type { Command } from 'commander'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { resetFactors } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { signOutAllUsers, signOutUser } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import { countOf } from '#lib/server/diagnostics/check-result.ts'
import { flag } from './options.ts'
import type { CommandOutput } from './output.ts'
import type { CommandContext } from './run.ts'
import { describeLink, nameOf } from './user-commands.ts'
import { verbsOf } from './verb.ts'

/** Verbs of `user` about sessions, passwords and second factors. */
export function addUserAccessVerbs(noun: Command): void {
  const verb = verbsOf(noun)
  verb('end-sessions [email]', 'End the portal sessions of a user, and the accounts opened from them.', {
    all: flag('--all', 'of all users'),
  })
    .refuses((email, { all }) =>
      (email === undefined) === !all ? "specify either an email address or '--all'" : undefined,
    )
    .here(endSessions)
  verb('set-password-link <email>', 'Print a link with which a user sets their password, once.').here(
    async ({ services, actor }, email) => {
      const user = await getUserByName(services, actor, email)
      const link = await createSetPasswordLink(services, actor, user.id)
      return { json: link, lines: [link.url], notes: [describeLink(link, user)] }
    },
  )
  const about = "Remove a user's passkeys, authenticator app and recovery codes, and end their sessions."
  verb('reset-factors <email>', about).here(async ({ services, actor }, email) => {
    const user = await resetFactors(services, actor, (await getUserByName(services, actor, email)).id)
    return { json: user, lines: [`Reset the second factor of ${nameOf(user)}.`] }
  })
}

async function endSessions({ services, actor }: CommandContext, email: string | undefined): Promise<CommandOutput> {
  if (email === undefined) {
    const { users, sessions } = await signOutAllUsers(services, actor)
    return { json: { users, sessions }, lines: [`Ended ${countOf(sessions, 'session')} of ${countOf(users, 'user')}.`] }
  }
  const user = await getUserByName(services, actor, email)
  const sessions = await signOutUser(services, actor, user.id)
  return { json: { userId: user.id, sessions }, lines: [`Ended ${countOf(sessions, 'session')} of ${nameOf(user)}.`] }
}
