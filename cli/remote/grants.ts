import { z } from 'zod'
import type { GrantReceipt } from '#lib/sso-grants/grant-receipt.ts'
import { receiptAnswer } from '#lib/sso-grants/receipt-schema.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'
import { toMs } from './read-resource.ts'
import { findUser } from './users.ts'

const receipt = z.object(receiptAnswer.shape)

export function remoteGrants(api: Api): Operations['grants'] {
  return {
    show: async (grantId) => toReceipt(await api.get(['grants', grantId], receipt)),
    list: async ({ user, limit, ...filter }) => {
      const userId = user === undefined ? undefined : (await findUser(api, user)).id
      return (await api.list(['grants'], receipt, { filter: { ...filter, userId }, limit })).map(toReceipt)
    },
  }
}

function toReceipt({ steps, ...grant }: z.output<typeof receipt>): GrantReceipt {
  return { ...grant, steps: steps.map((step) => ({ ...step, at: toMs(step.at) })) }
}
