import type { ReturnAddress } from '#lib/return-addresses/return-address.ts'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { removeReturnAddressAction } from '../actions.ts'
import { AddReturnAddressDialog } from './add-return-address-dialog.tsx'
import { ConfirmFormDialog } from './confirm-form-dialog.tsx'
import type { DialogContext } from './dialog-context.ts'
import { NotFoundDialog } from './not-found-dialog.tsx'

type Props = Readonly<{ context: DialogContext; addresses: readonly ReturnAddress[] }>

export async function AddressDialog({ context, addresses }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { name, subject, listState, closeHref, askPassword } = context
  if (name === 'add-return-address') {
    return <AddReturnAddressDialog listState={listState} closeHref={closeHref} askPassword={askPassword} />
  }
  const address = addresses.find(({ origin }) => origin === subject)
  if (!address) return <NotFoundDialog closeHref={closeHref} />
  const { origin } = address
  return (
    <ConfirmFormDialog
      action={removeReturnAddressAction}
      fields={{ origin, listState }}
      askPassword={askPassword}
      closeHref={closeHref}
      title={t('removeAddress.title', { origin })}
      submitLabel={t('removeAddress.submit')}
      danger
    >
      <p>{t('removeAddress.stops')}</p>
      <p>{t('removeAddress.open')}</p>
    </ConfirmFormDialog>
  )
}
