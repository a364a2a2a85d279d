import { z } from 'zod'
import { pendingMs } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import type { ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'

const offerSchema = z.object({
  /** Tells it from a sign-in under way, which is sealed with the same key. */
  kind: z.literal('link'),
  providerId: z.string(),
  issuer: z.string(),
  /** The hash of the browser cookie: another browser can't accept it. */
  browserHash: z.string(),
  /** The hash of the invitation's token. */
  linkHash: z.string(),
  offeredAt: z.number(),
  /** The path to continue at. */
  next: z.string(),
  subject: z.string(),
  /** What the user is shown of their identity. */
  shownAs: z.string(),
  email: z.string().nullable(),
  sidHash: z.string().nullable(),
  /** Those that are mapped; null if the provider isn't set up to tell them. */
  groups: z.union([z.array(z.string()).readonly(), z.literal('untold')]).nullable(),
  provesFactor: z.boolean(),
})

/**
 * A verified identity at a provider that is not linked yet: its user is asked first. Only the page with the question
 * holds it.
 */
export type LinkOffer = Readonly<z.output<typeof offerSchema>>

/** Encrypts an offer for the form that accepts it. */
export function sealOffer({ current }: ServerKeys, offer: Omit<LinkOffer, 'kind'>): Promise<string> {
  return seal(current.providerSignInSeal, JSON.stringify({ kind: 'link', ...offer }))
}

export type OfferCheck = Readonly<{ providerId: string; browserHash: string | undefined; now: number }>

/** The offer to this browser, at this provider; undefined if there is none, or after ten minutes. */
export async function openOffer(
  { all }: ServerKeys,
  sealed: string,
  { providerId, browserHash, now }: OfferCheck,
): Promise<LinkOffer | undefined> {
  for (const { providerSignInSeal } of all) {
    const text = await unseal(providerSignInSeal, sealed).catch(() => undefined)
    const offer = text === undefined ? undefined : offerSchema.safeParse(JSON.parse(text)).data
    if (!offer) continue
    const age = now - offer.offeredAt
    const isOurs = offer.providerId === providerId && offer.browserHash === browserHash
    return isOurs && age >= 0 && age < pendingMs ? offer : undefined
  }
  return undefined
}
