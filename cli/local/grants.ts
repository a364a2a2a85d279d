import { getReceipt } from '#lib/sso-grants/read-receipt.ts'
import type { CommandContext } from '../run.ts'

export function localGrants({ services, actor }: CommandContext) {
  return { show: (grantId: string) => getReceipt(services, actor, grantId) }
}
