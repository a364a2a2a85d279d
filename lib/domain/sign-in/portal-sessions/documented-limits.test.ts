import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { linkLifeMs } from '#lib/domain/people/password-links/password-link.ts'
import { newPasswordLength } from '#lib/domain/people/passwords/password-length.ts'
import { maxLinkRequests } from '#lib/domain/people/user-lifecycle/request-password-link.ts'
import { enrollmentMs } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { acceptedSteps, totpParameters } from '#lib/domain/sign-in/authenticator-apps/totp.ts'
import { challengeMs } from '#lib/domain/sign-in/passkeys/challenge.ts'
import { maxPasskeys } from '#lib/domain/sign-in/passkeys/passkey.ts'
import { knownBrowserRetentionMs, maxKnownBrowsers } from '#lib/domain/sign-in/portal-sessions/known-browsers-store.ts'
import {
  browserLimit,
  codeLimit,
  limitWindowMs,
  networkLimit,
  type PasswordLimit,
  userLimit,
} from '#lib/domain/sign-in/portal-sessions/password-attempt-limits.ts'
import { pendingMs } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { maxRecordedRefusals } from '#lib/domain/sign-in/portal-sessions/record-refused-sign-in.ts'
import { formerSecretMs } from '#lib/domain/sign-in/portal-sessions/store.ts'
import { makeRecoveryCodes, recoveryCodeCount } from '#lib/domain/sign-in/recovery-codes/recovery-code.ts'
import {
  defaultPolicy,
  gracePeriodMs,
  secondFactorPolicies,
} from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { dayMs, hourMs, minuteMs, secondMs } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { maxFailures } from '#lib/kernel/rate-limits.ts'
import { refusalDelayMs, stormForms } from '#lib/web/gateway/form-turn.ts'

/** In one of these units, as in `90 days`. */
function span(ms: number, unit: 'day' | 'hour' | 'minute' | 'second'): string {
  const count = ms / { day: dayMs, hour: hourMs, minute: minuteMs, second: secondMs }[unit]
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function limitRow(counted: string, { maxFailures: count, clearedBySuccess }: PasswordLimit): string {
  const limit = `${count} in ${span(limitWindowMs, 'minute')}`
  return `| ${counted} | ${limit} | ${clearedBySuccess ? 'clears the count' : "isn't counted"} |`
}

const { idleMs, absoluteMs } = readEnv({}).portalLifetimes

const lifetimes = [
  `| Portal session without use | after ${span(idleMs, 'hour')}, or \`PORTAL_IDLE_MINUTES\` |`,
  `| Portal session | after ${span(absoluteMs, 'day')}, used or not, or \`PORTAL_ABSOLUTE_HOURS\` |`,
  `| Confirmation | after ${span(confirmationMs, 'minute')} |`,
  `| Former secret of a session that was confirmed | after ${span(formerSecretMs, 'second')} |`,
  `| Second step, once the password was right | after ${span(pendingMs, 'minute')} |`,
  `| Sign-in under way at a provider | after ${span(pendingMs, 'minute')} |`,
  `| Passkey challenge | after ${span(challengeMs, 'minute')} |`,
  `| Code of an authenticator app | after ${totpParameters.period} seconds; those of ${['no', 'one'][acceptedSteps]} step before and after work too |`,
  `| Offered secret of an authenticator app, until its first code | after ${span(enrollmentMs, 'minute')} |`,
  `| Grace period without a required factor | after ${span(gracePeriodMs, 'day')} |`,
  `| Link for the first owner | after ${span(linkLifeMs.set_up, 'hour')}, or one use |`,
  `| Link to set a password | after ${span(linkLifeMs.set_password, 'hour')}, or one use |`,
  `| Link that a user requested | after ${span(linkLifeMs.forgotten_password, 'hour')}, or one use |`,
  `| Link that proves a new email address | after ${span(linkLifeMs.confirm_email, 'hour')}, or one use |`,
  `| Browser known to a user | ${span(knownBrowserRetentionMs, 'day')} after the last sign-in |`,
]

const limits = [
  limitRow('wrong passwords of a user from one network', userLimit('', '')),
  limitRow('wrong passwords of all users from one network', networkLimit('')),
  limitRow('wrong passwords of a user in a known browser, from any network', browserLimit('', '')),
  limitRow('wrong codes of a user, from any network', codeLimit('')),
  `| refused passkeys in a known browser, or from one network | ${maxFailures.passkeysAtNetwork} in ${span(minuteMs, 'minute')} | isn't counted |`,
  `| refused sign-ins through providers in a known browser, or from one network | ${maxFailures.providersAtNetwork} in ${span(minuteMs, 'minute')} | isn't counted |`,
  `| refused logout tokens from one network | ${maxFailures.logoutsAtNetwork} in ${span(minuteMs, 'minute')} | isn't counted |`,
  `| requests for a forgotten password of a user | ${maxLinkRequests.perUser} in ${span(limitWindowMs, 'minute')} | is counted, too |`,
  `| requests for a forgotten password in a known browser, or from one network | ${maxLinkRequests.perNetwork} in ${span(limitWindowMs, 'minute')} | is counted, too |`,
]

const letters = makeRecoveryCodes()[0]?.replaceAll('-', '').length ?? 0

const sentences = [
  `A password has ${newPasswordLength.min} to ${newPasswordLength.max} characters of any kind. For a user with a passkey or an authenticator app, ${newPasswordLength.minWithFactor} are enough.`,
  `Up to ${maxPasskeys} for each user`,
  `up to ${maxKnownBrowsers} known browsers`,
  `While ${stormForms} or more wait, each refused one gets its response ${span(refusalDelayMs, 'second')} later`,
  `Beyond ${maxRecordedRefusals} in ${span(limitWindowMs, 'minute')},`,
  `${recoveryCodeCount} come with the first factor`,
  // A letter of base32 has five bits.
  `Each has ${5 * letters} random bits`,
  `| \`${defaultPolicy}\` (default) |`,
]

it('docs/sign-in.md has the lifetimes and limits of the code', () => {
  const page = readFileSync('docs/sign-in.md', 'utf8')
  for (const table of [lifetimes, limits]) expect(page).toContain(table.join('\n'))
  for (const sentence of sentences) expect(page).toContain(sentence)
  const policies = [...page.matchAll(/^\| `(\w+)`(?: \(default\))? \| (?!two)/gm)].map(([, policy]) => policy)
  expect(policies).toEqual(secondFactorPolicies)
})
