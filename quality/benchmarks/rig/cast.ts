import type { Services } from '../../../lib/services.ts'
import { addAccount, addProgram, type Program } from '../../resilience/rig/scene.ts'

/** Who acts on a database of the product: programs with a key and an owner of their own, each with its account. */
export type Cast = readonly Readonly<{ program: Program; accountId: string }>[]

/** The limits are made for no fewer. */
const size = 64

export async function addCast(services: Services): Promise<Cast> {
  const cast: { program: Program; accountId: string }[] = []
  while (cast.length < size) {
    cast.push({ program: await addProgram(services, ['sso', 'introspect']), accountId: await addAccount(services) })
  }
  return cast
}
