import { ConfirmFormDialog } from '#app/(portal)/_forms/lazy-confirm-form-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { firstStepsPath } from '#app/(portal)/_urls/admin-places.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { readListState, readOpenDialog } from '#app/(portal)/_urls/users-and-access-url.ts'
import { OpenAccountDialog } from '#app/(portal)/manage/accounts/_components/open-dialog.tsx'
import { OpenAccessDialog } from '#app/(portal)/users-and-access/_components/open-dialog.tsx'
import { giveAccountAction } from '#app/(portal)/users-and-access/actions.ts'
import { findManagedAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { FirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'

type Props = Readonly<{ actor: PortalUser; steps: FirstSteps; query: Query }>

/** The dialog of a step, over the steps: it comes back to them. */
export async function FirstStepsDialog({ actor, steps, query }: Props) {
  const services = await getServices()
  const closeHref = firstStepsPath
  if (textOf(query.dialog) === 'allow') return <AllowDialog actor={actor} steps={steps} accountId={textOf(query.of)} />
  const dialog = readOpenDialog(query)
  if (!dialog) return <OpenAccountDialog actor={actor} query={query} closeHref={closeHref} />
  const firstStep = { accountId: steps.account?.id ?? '', keyName: steps.program?.name ?? '' }
  const confirmBy = await findConfirmBy(services, actor)
  const context = { ...dialog, services, actor, listState: readListState({}), closeHref, confirmBy, firstStep }
  return <OpenAccessDialog context={context} addresses={[]} />
}

type AllowProps = Omit<Props, 'query'> & Readonly<{ accountId: string }>

/** Gives the program an account that it could not open. */
async function AllowDialog({ actor, steps: { program }, accountId }: AllowProps) {
  const [services, t] = await Promise.all([getServices(), portalTranslator('firstSteps')])
  const account = await findManagedAccount(services, actor, accountId)
  if (!program || !account) return null
  return (
    <ClientMessages>
      <ConfirmFormDialog
        action={giveAccountAction}
        fields={{ userId: program.id, accountId }}
        confirmBy={await findConfirmBy(services, actor)}
        closeHref={firstStepsPath}
        title={t('allow.title', { name: program.name, account: account.name })}
        submitLabel={t('allow.submit', { account: account.name })}
      >
        <p>{t('allow.why')}</p>
      </ConfirmFormDialog>
    </ClientMessages>
  )
}
