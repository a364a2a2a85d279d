import {
  addReturnAddress,
  listReturnAddresses,
  removeReturnAddress,
} from '#lib/return-addresses/manage-return-addresses.ts'
import type { CommandContext } from '../run.ts'

export function localReturnAddresses({ services, actor }: CommandContext) {
  return {
    add: (origin: string) => addReturnAddress(services, actor, { origin }),
    remove: (origin: string) => removeReturnAddress(services, actor, { origin }),
    list: () => listReturnAddresses(services, actor),
  }
}
