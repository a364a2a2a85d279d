import type { Command } from 'commander'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { resetFactors } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import { getUserByName } from '#lib/domain/people/users/find-users.ts'
import { signOutAllUsers, signOutUser } from '#lib/domain/sign-in/portal-sessions/manage-sessions.ts'
import { countOf } from '#lib/server/diagnostics/check-result.ts'
import { type CommandOutput, type OutputOptions, printOutput } from './output.ts'
import { addLocalVerb, type CommandContext, withServices } from './run.ts'
import { describeLink, nameOf } from './user-commands.ts'

type EndSessionsOptions = OutputOptions & Readonly<{ all?: true }>

/** Verbs of `user` about sessions, passwords and second factors. */
export function addUserAccessVerbs(noun: Command): void {
  addLocalVerb(noun, 'end-sessions [email]')
    .description('End the portal sessions of a user, and the accounts opened from them.')
    .option('--all', 'of all users')
    .action(async (email: string | undefined, options: EndSessionsOptions, command: Command) => {
      if ((email === undefined) === !options.all) command.error("error: specify either an email address or '--all'")
      printOutput(await withServices((context) => endSessions(context, email)), options)
    })
  addLocalVerb(noun, 'set-password-link <email>', async ({ services, actor }, email: string) => {
    const user = await getUserByName(services, actor, email)
    const link = await createSetPasswordLink(services, actor, user.id)
    return { json: link, lines: [link.url], notes: [describeLink(link, user)] }
  }).description('Print a link with which a user sets their password, once.')
  addLocalVerb(noun, 'reset-factors <email>', async ({ services, actor }, email: string) => {
    const user = await resetFactors(services, actor, (await getUserByName(services, actor, email)).id)
    return { json: user, lines: [`Reset the second factor of ${nameOf(user)}.`] }
  }).description("Remove a user's passkeys, authenticator app and recovery codes, and end their sessions.")
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
