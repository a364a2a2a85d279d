import { grantLinkSchema } from '#lib/domain/links/sso-grants/schema.ts'
import type { GrantLink } from '#lib/domain/links/sso-grants/sso-grant.ts'

/** The URL that redeems the grant: the only place that has the plain token. */
export function formatGrantUrl(baseUrl: string, { token, params: hints }: GrantLink): string {
  const { userId, timestamp, backUrl, deepPath } = hints
  return `${baseUrl}/sso?${new URLSearchParams({ token, userId, timestamp, backUrl, deepPath })}`
}

/** The five parameters; undefined if one is missing or repeated or the token is malformed. Others are ignored. */
export function parseGrantLink(query: URLSearchParams): GrantLink | undefined {
  if (Object.keys(grantLinkSchema.shape).some((name) => query.getAll(name).length !== 1)) return undefined
  const link = grantLinkSchema.safeParse(Object.fromEntries(query))
  if (!link.success) return undefined
  const { token, ...hints } = link.data
  return { token, params: hints }
}
