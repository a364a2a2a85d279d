import type { Command } from 'commander'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { readPolicy } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'
import { type SecondFactorPolicy, secondFactorPolicies } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { addProviderCommands } from './provider-commands.ts'
import { verbsOf } from './verb.ts'

const sentences: Readonly<Record<SecondFactorPolicy, string>> = {
  off: 'no one can add a second factor; users who have one are still asked for it.',
  offered: 'everyone can add a second factor, and no one has to.',
  managers: 'owners and admins need a second factor.',
  all: 'everyone needs a second factor.',
}

export function addSignInCommands(program: Command): void {
  const noun = program.command('sign-in').description('How users sign in to the portal.')
  const about = 'Show who needs a second factor, or change it. Users without one have seven days to add it.'
  const verb = verbsOf(noun)('policy [policy]', about)
  for (const argument of verb.command.registeredArguments) {
    argument.description = 'the new policy'
    argument.choices(secondFactorPolicies)
  }
  verb.here(async ({ services, actor }, changed) => {
    if (changed) await changePolicy(services, actor, { policy: changed })
    const { policy, withoutFactor } = await readPolicy(services, actor)
    const missing = withoutFactor[policy]
    return {
      json: { policy, usersWithoutFactor: missing },
      lines: [
        `${policy}: ${sentences[policy]}`,
        ...(missing > 0 ? [`Users who need one and have none: ${missing}.`] : []),
      ],
    }
  })
  addProviderCommands(noun)
}
