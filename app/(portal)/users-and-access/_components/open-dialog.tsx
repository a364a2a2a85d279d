import { ActionDialog } from '#app/(portal)/_forms/action-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import type { ListState, OpenDialog as NamedDialog } from '#app/(portal)/_urls/users-and-access-url.ts'
import { changeAddressAction } from '#app/(portal)/users-and-access/actions.ts'
import { addressActions } from '#app/(portal)/users-and-access/address-actions.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { ReturnAddress } from '#lib/domain/links/return-addresses/return-address.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { findKeyDialog } from './key-dialog.tsx'
import { AddReturnAddressDialog, PlainDialog } from './lazy-dialogs.tsx'
import { findUserDialog } from './user-dialog.tsx'

/** What every dialog on this page needs. */
export type DialogContext = NamedDialog &
  Readonly<{
    services: Services
    actor: PortalUser
    listState: ListState
    closeHref: string
    confirmBy: ConfirmBy
    /** What a first step proposes, if the dialog is open over them. */
    firstStep?: Readonly<{ accountId: string; keyName: string }>
  }>

type Props = Readonly<{ context: DialogContext; addresses: readonly ReturnAddress[] }>

/** The dialog that the URL names. Its messages are sent only with it. */
export async function OpenAccessDialog({ context, addresses }: Props) {
  const find = {
    users: () => findUserDialog(context),
    'return-addresses': () => findAddressDialog({ context, addresses }),
    'api-keys': () => findKeyDialog(context),
  }
  return (
    <ClientMessages namespaces={['usersAndAccess']}>
      {(await find[context.section]()) ?? <NotFoundDialog closeHref={context.closeHref} />}
    </ClientMessages>
  )
}

/** Shown if the URL names something that no longer exists or that the user may not change. */
async function NotFoundDialog({ closeHref }: Readonly<{ closeHref: string }>) {
  const t = await portalTranslator('usersAndAccess')
  const way = (
    <LinkButton href={closeHref} variant="primary" inPlace>
      {t('gone.way')}
    </LinkButton>
  )
  return (
    <PlainDialog title={t('gone.title')} closeHref={closeHref} actions={way}>
      <p>{t('gone.why')}</p>
    </PlainDialog>
  )
}

async function findAddressDialog({ context, addresses }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { name, subject: origin, closeHref, confirmBy } = context
  if (name === 'add-return-address') return <AddReturnAddressDialog closeHref={closeHref} confirmBy={confirmBy} />
  if (!addresses.some((address) => address.origin === origin)) return undefined
  return (
    <ActionDialog
      actions={addressActions}
      name="remove-return-address"
      action={changeAddressAction}
      say={(word) => t(word, { origin })}
      fields={{ id: origin }}
      confirmBy={confirmBy}
      closeHref={closeHref}
    />
  )
}
