import { accountIdSchema } from '#lib/accounts/schema.ts'
import { Refusal } from '#lib/errors.ts'

const pathForm = /^\/accounts\/([^/]+)(?:\/|$)/

/**
 * The account of an address `/accounts/<accountId>/…`, undecoded: an id needs no encoding.
 * @throws Refusal `not_found` where it cannot be one
 */
export function accountOfPath(request: Request): string {
  const [, id] = pathForm.exec(new URL(request.url).pathname) ?? []
  const accountId = accountIdSchema.safeParse(id)
  if (!accountId.success) throw new Refusal('not_found')
  return accountId.data
}
