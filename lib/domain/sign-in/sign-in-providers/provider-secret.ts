import {
  findSealedSecret,
  replaceProviderSeal,
  type SealedSecret,
} from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { isNewestSecret } from '#lib/foundation/server-keys/claim-master-secret.ts'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import { findKeySet, type ServerKeys } from '#lib/foundation/server-keys/server-keys.ts'

/** Encrypts a provider's client secret: the database alone does not reveal it. */
export async function sealProviderSecret({ current }: ServerKeys, secret: string): Promise<SealedSecret> {
  return { secretSealed: await seal(current.providerSecretSeal, secret), masterId: current.id }
}

/**
 * The provider's client secret; moved to the newest master secret while the former one is configured.
 * @throws Error if there is none, or its master secret is no longer configured
 */
export async function readProviderSecret(db: Db, keys: ServerKeys, id: string): Promise<string> {
  const sealed = await findSealedSecret(db, id)
  const keySet = sealed && findKeySet(keys, sealed.masterId)
  if (!keySet) throw new Error('the client secret of a sign-in provider cannot be read: enter it again')
  const secret = await unseal(keySet.providerSecretSeal, sealed.secretSealed)
  if (keySet.id !== keys.current.id && (await isNewestSecret(db, keys))) {
    await replaceProviderSeal(db, id, { former: sealed, sealed: await sealProviderSecret(keys, secret) })
  }
  return secret
}
