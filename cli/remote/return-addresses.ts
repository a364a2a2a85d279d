import { z } from 'zod'
import type { ReturnAddress } from '#lib/return-addresses/return-address.ts'
import { listedReturnAddressResource, returnAddressResource } from '#lib/return-addresses/return-address-resource.ts'
import type { Operations } from '../local/operations.ts'
import type { Api } from './api.ts'
import { toMs } from './read-resource.ts'

const resource = z.object(returnAddressResource.shape)
const listed = z.object(listedReturnAddressResource.shape)

export function remoteReturnAddresses(api: Api): Operations['returnAddresses'] {
  return {
    add: async (origin) => {
      const added = await api.post(['return-addresses'], { origin }, resource)
      return { ...added, createdAt: toMs(added.createdAt), createdByName: undefined }
    },
    remove: (origin) => api.remove(['return-addresses', origin]),
    list: () => api.all(['return-addresses'], listed, toReturnAddress),
  }
}

function toReturnAddress({ origin, createdAt, createdByName }: z.output<typeof listed>): ReturnAddress {
  return { origin, createdAt: toMs(createdAt), createdByName: createdByName ?? undefined }
}
