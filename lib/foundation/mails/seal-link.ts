import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import { findKeySet, type ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'

/** The token of a password link, which the database alone can't reveal. */
export type SealedLink = Readonly<{ linkSealed: string; masterId: string }>

export async function sealLink({ current }: ServerKeys, token: string): Promise<SealedLink> {
  return { linkSealed: await seal(current.mailLinkSeal, token), masterId: current.id }
}

/** @throws Error if its master secret is no longer configured */
export async function unsealLink(keys: ServerKeys, { linkSealed, masterId }: SealedLink): Promise<string> {
  const keySet = findKeySet(keys, masterId)
  if (!keySet) throw new Error('a link is sealed under a master secret that is no longer configured')
  return unseal(keySet.mailLinkSeal, linkSealed)
}
