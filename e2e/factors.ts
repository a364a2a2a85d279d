import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { addApp, addPasskey, offerApp, offerPasskey } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { operator, type PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { TestPerson, World } from './fixtures.ts'

export type TestApp = Readonly<{ secret: string; recoveryCodes: readonly string[] }>

/** Sets up an authenticator app. */
export async function addAppTo({ services }: World, person: TestPerson): Promise<TestApp> {
  const user = confirmedUser(person, services.clock.now())
  const { secret, sealed } = await offerApp(services, user)
  const { recoveryCodes = [] } = await addApp(services, user, { sealed, code: codeOf(secret, 0) })
  return { secret, recoveryCodes }
}

/** The code of the app, by default the next one: the one before served to set it up, and each works once. */
export function codeOf(secret: string, steps = 1): string {
  const timestamp = Date.now() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp })
}

/** Adds a passkey of the page's authenticator, on a page that asks for none itself. */
export async function addPasskeyTo(
  { services }: World,
  person: TestPerson,
  page: Page,
  name = 'Laptop',
): Promise<void> {
  const user = confirmedUser(person, services.clock.now())
  const offered = JSON.stringify(await offerPasskey(services, user))
  await page.goto('/livez')
  const response = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options))
    return JSON.stringify(await navigator.credentials.create({ publicKey }))
  }, offered)
  await addPasskey(services, user, { response: JSON.parse(response), name })
}

/** A person who has just confirmed who they are, in no browser. */
function confirmedUser({ id, name }: TestPerson, now: number): PortalUser {
  const session = { sessionId: 'ps_journeys', browserHash: '', strength: 'pwd', confirmedAt: now } as const
  return {
    kind: 'person',
    userId: id,
    name,
    role: 'agent',
    ...session,
    address: '192.0.2.1',
    requestId: 'req_journeys',
  }
}

/** Requires a factor of everyone. The installation's other users have had their time to set one up. */
export async function requireFactors(world: World): Promise<void> {
  await addAppTo(world, await world.createPerson('owner'))
  await changePolicy(world.services, operator('journeys', 'req_journeys'), { policy: 'all' })
}

/** Lets the person's time without a required factor have ended. */
export async function endGrace({ services: { db, clock } }: World, { id }: TestPerson): Promise<void> {
  await db.updateTable('users').set({ factor_grace_ends_at: clock.now() }).where('id', '=', id).execute()
}

export type Authenticator = Readonly<{ cdp: CDPSession; authenticatorId: string }>

/** Gives the page a built-in authenticator that verifies its user and answers at once (only Chromium has it). */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}
