import type { ReturnAddress } from '#lib/return-addresses/return-address.ts'
import { ClientMessages } from '../../_preferences/client-messages.tsx'
import { AddressDialog } from './address-dialog.tsx'
import type { DialogContext } from './dialog-context.ts'
import { KeyDialog } from './key-dialog.tsx'
import { UserDialog } from './user-dialog.tsx'

type Props = Readonly<{ context: DialogContext; addresses: readonly ReturnAddress[] }>

/** The dialog that the URL names. Its messages are sent only with it. */
export function OpenDialog({ context, addresses }: Props) {
  return (
    <ClientMessages namespaces={['usersAndAccess']}>
      {context.section === 'users' && <UserDialog context={context} />}
      {context.section === 'return-addresses' && <AddressDialog context={context} addresses={addresses} />}
      {context.section === 'api-keys' && <KeyDialog context={context} />}
    </ClientMessages>
  )
}
