import { accountIdSchema } from '#lib/accounts/schema.ts'
import { Refusal } from '#lib/errors.ts'

const pathForm = /^\/accounts\/([^/]+)(?:\/|$)/

/**
 * The account of an address `/accounts/<accountId>/…`, undecoded: an id needs no encoding.
 * @throws Refusal `not_found` where it cannot be one
 */
export function accountOfPath(request: Request): string {
  const accountId = readAccountId(new URL(request.url).pathname)
  if (accountId === undefined) throw new Refusal('not_found')
  return accountId
}

/** The same of a path alone; undefined where it cannot be one. */
export function readAccountId(path: string): string | undefined {
  const [, id] = pathForm.exec(path) ?? []
  return accountIdSchema.safeParse(id).data
}
