import { ConfirmFormDialog } from '#app/(portal)/_forms/lazy-confirm-form-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { whyHref } from '#app/(portal)/_urls/why-url.ts'
import { changeAddressAction } from '#app/(portal)/users-and-access/actions.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{ requestId: string; origin: string; confirmBy: ConfirmBy }>

/** Confirms that users may return to the origin of the refused request. */
export async function RegisterDialog({ requestId, origin, confirmBy }: Props) {
  const [t, words] = await Promise.all([portalTranslator('why'), portalTranslator('usersAndAccess')])
  return (
    <ClientMessages namespaces={['usersAndAccess']}>
      <ConfirmFormDialog
        action={changeAddressAction}
        fields={{ do: 'add-return-address', origin }}
        confirmBy={confirmBy}
        closeHref={whyHref(requestId)}
        title={words('addAddress.title')}
        submitLabel={t('act.register', { origin })}
      >
        <p>{words('returnAddresses.why')}</p>
      </ConfirmFormDialog>
    </ClientMessages>
  )
}
