import { type RotatedSecret, type RotationInput, rotateSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import type { Services } from '#lib/foundation/services.ts'
import { root } from '#lib/testing/people.ts'
import { clientFields, postToken, type TestKey } from '#lib/testing/test-programs.ts'

/** A key that is being rotated: both secrets work. */
export type TestRotation = Readonly<{ key: TestKey; rotated: RotatedSecret }>

/** Rotates the secret of a key, and uses the new one. */
export async function startTestRotation(
  services: Services,
  key: TestKey,
  options: Partial<RotationInput> = {},
): Promise<TestRotation> {
  const rotated = await rotateSecret(services, root, { keyId: key.id, ...options })
  const status = await tryTestSecret(key, rotated.secret)
  if (status !== 200) throw new Error(`the new secret gets ${status}`)
  return { key, rotated }
}

/** The status of a token request with this secret of the key. */
export async function tryTestSecret({ id }: Pick<TestKey, 'id'>, secret: string): Promise<number> {
  return (await postToken(clientFields({ id, secret }))).status
}
