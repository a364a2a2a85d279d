import { cookies } from 'next/headers'
import type { Services } from '#lib/foundation/services.ts'
import { makePendingCookie } from '#lib/web/cookies/pending-cookie.ts'

/** Gives the browser the token of its second step. */
export async function setPendingCookie({ env }: Services, token: string): Promise<void> {
  const { name, value, attributes } = makePendingCookie(env.baseUrl, token)
  const jar = await cookies()
  jar.set(name, value, attributes)
}

/** Removes it once the second step has ended with a session. */
export async function removePendingCookie({ env }: Services): Promise<void> {
  const { name, attributes } = makePendingCookie(env.baseUrl, '')
  const jar = await cookies()
  jar.set(name, '', { ...attributes, maxAge: 0 })
}
