import type { JWTPayload } from 'jose'
import { z } from 'zod'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'

const text = (max: number) => z.string().min(1).max(max)
const claimsSchema = z.object({
  /** OpenID Connect Core §2: at most 255 ASCII characters. */
  sub: z.string().regex(/^[ -~]{1,255}$/),
  email: text(254).optional().catch(undefined),
  // Only the boolean counts: some providers send the text "true" for what they never verified.
  email_verified: z.literal(true).optional().catch(undefined),
  name: text(200).optional().catch(undefined),
  preferred_username: text(254).optional().catch(undefined),
  sid: text(1_024).optional().catch(undefined),
  acr: text(1_024).optional().catch(undefined),
  amr: z.array(z.string()).optional().catch(undefined),
})

/**
 * The names of a user's groups; undefined if the provider is not set up to tell them. `untold`: it is, but couldn't
 * tell these. That is not the same as none: nothing may be taken from the user.
 */
export type ToldGroups = readonly string[] | 'untold' | undefined

/** What a verified ID token says of its user. */
export type ProviderClaims = Readonly<{
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  username: string | undefined
  /** The provider's session, which back-channel logout names. */
  sid: string | undefined
  groups: ToldGroups
  /** Whether `acr` and `amr` are as required. */
  isStrong: boolean
  /** Whether the address or the groups are missing: the provider may tell them elsewhere. */
  isPartial: boolean
  /** Whether it didn't, because its user info failed. */
  isIncomplete: boolean
}>

/**
 * What an ID token says, and of the rest what the user info does. The strength is only the ID token's, and an address
 * is verified only by what names it: users may edit some of their user info.
 * @param payload of a verified ID token @param userInfo undefined if it isn't needed @throws ZodError for an unusable
 *   `sub`
 */
export function readClaims(
  payload: JWTPayload,
  provider: SignInProvider,
  userInfo: JWTPayload | 'failed' | undefined = undefined,
): ProviderClaims {
  const known = userInfo === 'failed' || userInfo === undefined ? {} : userInfo
  const claims = claimsSchema.parse(payload)
  const more = claimsSchema.parse({ ...known, sub: claims.sub })
  const { email, email_verified } = claims.email === undefined ? more : claims
  const { groupsClaim } = provider
  const groups = groupsClaim === null ? undefined : (payload[groupsClaim] ?? known[groupsClaim])
  const isUntold =
    groupsClaim !== null &&
    groups === undefined &&
    (userInfo === 'failed' || [payload, known].some(isOverage(groupsClaim)))
  return {
    subject: claims.sub,
    email,
    isEmailVerified: email_verified === true,
    name: claims.name ?? more.name,
    username: claims.preferred_username ?? more.preferred_username,
    sid: claims.sid,
    groups: groupsClaim === null ? undefined : isUntold ? 'untold' : readGroups(groups),
    isStrong: isStrongEnough(claims, provider),
    isPartial: email === undefined || (groupsClaim !== null && groups === undefined),
    isIncomplete: userInfo === 'failed',
  }
}

/** An array of names, or a single name: Keycloak sends either, depending on its mapper. */
function readGroups(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return [claim]
  return Array.isArray(claim) ? claim.filter((name) => typeof name === 'string') : []
}

/**
 * Whether a token has no room for the groups. Above 200, Entra ID names their source instead (OpenID Connect Core
 * §5.6.2), or says that there are some.
 */
function isOverage(groupsClaim: string): (payload: JWTPayload) => boolean {
  return ({ _claim_names: names, hasgroups: hasGroups }) =>
    Object.hasOwn(Object(names), groupsClaim) || hasGroups === true || hasGroups === 'true'
}

type Strength = Readonly<{ acr?: string | undefined; amr?: readonly string[] | undefined }>

/** One of the `acr` values, and all of the `amr` values. */
function isStrongEnough(
  { acr, amr = [] }: Strength,
  { acrValues, amrValues }: Pick<SignInProvider, 'acrValues' | 'amrValues'>,
): boolean {
  const hasAcr = acrValues.length === 0 || (acr !== undefined && acrValues.includes(acr))
  return hasAcr && amrValues.every((value) => amr.includes(value))
}
