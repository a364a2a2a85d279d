import { z } from 'zod'
import { receiptAnswer } from '#lib/sso-grants/receipt-schema.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'
import { toMs } from './read-resource.ts'

const receipt = z.object(receiptAnswer.shape)

export function remoteGrants(api: Api): Operations['grants'] {
  return {
    show: async (grantId) => {
      const { steps, ...grant } = await api.get(['grants', grantId], receipt)
      return { ...grant, steps: steps.map((step) => ({ ...step, at: toMs(step.at) })) }
    },
  }
}
