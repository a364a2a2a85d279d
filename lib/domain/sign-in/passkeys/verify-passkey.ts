import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import {
  type ChallengeUse,
  challengeMs,
  makeChallenge,
  type PresentedChallenge,
  readChallenge,
} from '#lib/domain/sign-in/passkeys/challenge.ts'
import type { StoredPasskey } from '#lib/domain/sign-in/passkeys/passkey.ts'
import { assertionSchema, attestationSchema, clientDataSchema } from '#lib/domain/sign-in/passkeys/schema.ts'
import {
  findByCredential,
  listCredentials,
  noteUseOfPasskey,
  spendChallenge,
} from '#lib/domain/sign-in/passkeys/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { randomId } from '#lib/kernel/crypto.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** The relying party (WebAuthn, section 4): passkeys belong to the host of `BASE_URL`. */
function relyingParty({ env }: Pick<Services, 'env'>) {
  const { origin, hostname } = new URL(env.baseUrl)
  return { origin, id: hostname }
}

/** The options of `navigator.credentials.get`. Without a user, the browser offers every passkey for this host. */
export async function passkeyRequest(services: Services, use: ChallengeUse, userId?: string) {
  return generateAuthenticationOptions({
    rpID: relyingParty(services).id,
    challenge: makeChallenge(services, use),
    timeout: challengeMs,
    userVerification: 'required',
    ...(userId !== undefined && { allowCredentials: await listCredentials(services.db, userId) }),
  })
}

type Enrollee = Readonly<{ id: string; name: string; username: string }>

/** The options of `navigator.credentials.create`: a discoverable passkey, on an authenticator that has none yet. */
export async function passkeyCreation(
  services: Services,
  use: ChallengeUse,
  { user, organization }: Readonly<{ user: Enrollee; organization: string }>,
) {
  return generateRegistrationOptions({
    rpID: relyingParty(services).id,
    rpName: organization,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.username,
    userDisplayName: user.name,
    challenge: makeChallenge(services, use),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: await listCredentials(services.db, user.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** A response whose signature is right. It counts once {@link recordPasskeyUse} has recorded it. */
export type VerifiedPasskey = Readonly<{ passkey: StoredPasskey; challenge: PresentedChallenge; signCount: number }>

/**
 * Verifies the response of `navigator.credentials.get` (WebAuthn, section 7.2): signature, origin, host, user
 * verification and that its challenge was issued for this use.
 * @throws Refusal `passkey_refused`
 */
export async function verifyPasskey(services: Services, use: ChallengeUse, given: unknown): Promise<VerifiedPasskey> {
  const response = assertionSchema.safeParse(given).data
  if (!response) throw refused('malformed')
  const passkey = await findByCredential(services.db, response.id)
  if (!passkey) throw refused('unknown')
  const { found, expected } = expectResponse(services, use)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    ...expected,
    // The counter is checked when the use is recorded: by one statement, and only after the signature.
    credential: { id: passkey.credentialId, publicKey: decode(passkey.publicKey), counter: 0 },
  }).catch(refuse)
  if (!verified || !found.challenge) throw refused('wrong signature')
  return { passkey, challenge: found.challenge, signCount: authenticationInfo.newCounter }
}

/**
 * Whether a response of `navigator.credentials.get` says that it answers a challenge of this use: before anything is
 * read.
 */
export function answersChallenge(services: Services, use: ChallengeUse, given: unknown): boolean {
  const encoded = assertionSchema.safeParse(given).data?.response.clientDataJSON ?? ''
  const answered = clientDataSchema.safeParse(Buffer.from(encoded, 'base64url').toString()).data
  return answered !== undefined && readChallenge(services, use, answered.challenge) !== undefined
}

/** `replayed`: the challenge was used. `cloned`: the counter didn't grow, or the passkey was removed meanwhile. */
export type PasskeyUse = 'used' | 'replayed' | 'cloned'

/** Records a use, in the transaction of what it permits. Unless it returns `used`, that must not happen. */
export async function recordPasskeyUse(
  db: Db,
  { passkey, challenge, signCount }: VerifiedPasskey,
): Promise<PasskeyUse> {
  if (!(await spendChallenge(db, challenge))) return 'replayed'
  return (await noteUseOfPasskey(db, passkey.id, signCount)) ? 'used' : 'cloned'
}

/** A passkey that a browser has just created, not stored yet. */
export type CreatedPasskey = Readonly<{
  passkey: Omit<StoredPasskey, 'userId' | 'name'>
  transports: readonly string[]
  deviceType: string
  challenge: PresentedChallenge
}>

/** Verifies the response of `navigator.credentials.create` (section 7.1). @throws Refusal `passkey_refused` */
export async function verifyNewPasskey(services: Services, use: ChallengeUse, given: unknown): Promise<CreatedPasskey> {
  const response = attestationSchema.safeParse(given).data
  if (!response) throw refused('malformed')
  const { found, expected } = expectResponse(services, use)
  const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected }).catch(refuse)
  if (!registrationInfo || !found.challenge) throw refused('wrong response')
  const { credential, credentialDeviceType: deviceType } = registrationInfo
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  return {
    passkey: { id: randomId('pk'), credentialId: credential.id, publicKey, signCount: credential.counter },
    transports: response.response.transports,
    deviceType,
    challenge: found.challenge,
  }
}

/** What a response must contain, and the challenge once it has been found there. */
function expectResponse(services: Services, use: ChallengeUse) {
  const { origin, id } = relyingParty(services)
  const found: { challenge: PresentedChallenge | undefined } = { challenge: undefined }
  const expectedChallenge = (encoded: string) => {
    found.challenge = readChallenge(services, use, encoded)
    return found.challenge !== undefined
  }
  const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: true }
  return { found, expected }
}

/** The detail is only for the log and the audit event. */
function refused(detail: string, cause?: unknown): Refusal {
  return new Refusal('passkey_refused', { detail, cause })
}

function refuse(cause: unknown): never {
  throw refused('wrong response', cause)
}

function decode(publicKey: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(publicKey, 'base64url'))
}
