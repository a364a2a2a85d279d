import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { readText } from '#app/(portal)/_session/form-text.ts'
import { addReturnAddress, removeReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'

/** What dialogs do with return addresses. */
export const addressActions = {
  'add-return-address': {
    label: 'returnAddresses.add',
    save: (services, actor, form) => addReturnAddress(services, actor, { origin: readText(form, 'origin') }),
  },
  'remove-return-address': {
    label: 'returnAddresses.remove',
    danger: true,
    confirm: {
      title: 'removeAddress.title',
      why: ['removeAddress.stops', 'removeAddress.open'],
      submit: 'removeAddress.submit',
    },
    run: (services, actor, origin) => removeReturnAddress(services, actor, { origin }),
  },
} as const satisfies Readonly<Record<string, NounAction<unknown>>>
