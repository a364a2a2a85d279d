import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requestsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { Decision } from '#lib/domain/people/access-requests/access-request.ts'
import { findAccessRequest } from '#lib/domain/people/access-requests/decide-access-request.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { DecideDialog } from './decide-dialog.tsx'

type Props = Readonly<{ services: Services; actor: PortalUser; decision: Decision; id: string; after: string }>

/** The dialog that the URL names, or that the request is no longer pending. */
export async function OpenDecision({ services, actor, decision, id, after }: Props) {
  const [request, t] = await Promise.all([findAccessRequest(services, actor, id), portalTranslator('accessRequests')])
  const closeHref = requestsHref(after)
  return (
    <ClientMessages namespaces={['accessRequests', 'usersAndAccess']}>
      {request ? (
        <DecideDialog
          key={`${id} ${decision}`}
          decision={decision}
          request={{
            id,
            user: request.user.name,
            account: request.accountName ?? request.accountId,
            accountId: request.accountId,
          }}
          confirmBy={await findConfirmBy(services, actor)}
          closeHref={closeHref}
        />
      ) : (
        <Dialog title={t('decide.goneTitle')} closeHref={closeHref}>
          <p>{t('decide.goneWhy')}</p>
          <FormActions>
            <LinkButton href={closeHref} variant="primary" inPlace>
              {t('decide.back')}
            </LinkButton>
          </FormActions>
        </Dialog>
      )}
    </ClientMessages>
  )
}
