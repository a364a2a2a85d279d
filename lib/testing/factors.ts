import { Secret, TOTP } from 'otpauth'
import { addApp, addPasskey, offerApp, offerPasskey } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { type Authenticator, createAuthenticator } from '#lib/testing/authenticator.ts'
import type { TestServices } from '#lib/testing/test-services.ts'

/** The code that an app with this secret shows, `steps` of 30 seconds from now. */
export function codeOf({ clock }: Pick<TestServices, 'clock'>, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: clock.now() + steps * 30_000 })
}

export type TestApp = Readonly<{ secret: string; recoveryCodes: readonly string[] | undefined }>

/** Sets up an authenticator app, and waits until its next code is valid. */
export async function addTestApp(services: TestServices, user: PortalUser): Promise<TestApp> {
  const { secret, sealed } = await offerApp(services, user)
  const { recoveryCodes } = await addApp(services, user, { sealed, code: codeOf(services, secret) })
  services.clock.advance(30_000)
  return { secret, recoveryCodes }
}

export type TestPasskey = Authenticator & Readonly<{ recoveryCodes: readonly string[] | undefined }>

/** Adds a passkey of a new security key. */
export async function addTestPasskey(services: Services, user: PortalUser, name = 'Key'): Promise<TestPasskey> {
  const authenticator = createAuthenticator()
  const response = authenticator.create(await offerPasskey(services, user))
  return { ...authenticator, ...(await addPasskey(services, user, { response, name })) }
}
