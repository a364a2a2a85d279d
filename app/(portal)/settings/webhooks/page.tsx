import { IconPlus } from '@tabler/icons-react'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { addWebhookHref, webhooksPath } from '#app/(portal)/_urls/webhooks-url.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { listWebhooks } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import { listKindChoices } from './_components/kind-choices.ts'
import { AddWebhookDialog } from './_components/webhook-dialogs.tsx'
import { WebhooksTable } from './_components/webhooks-table.tsx'

type Props = Readonly<{ searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('webhooks', (t) => t('title'))

/** The endpoints that events are sent to, for owners and admins. */
export default async function WebhooksPage({ searchParams }: Props) {
  const [actor, services, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    searchParams,
    portalTranslator('webhooks'),
  ])
  const webhooks = await listWebhooks(services, actor)
  const add = (
    <LinkButton href={addWebhookHref} variant="primary" inPlace>
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {t('add')}
    </LinkButton>
  )
  return (
    <>
      <SectionHeader title={t('title')} action={add}>
        {t('why')}
      </SectionHeader>
      <ListCard>
        {webhooks.length === 0 ? (
          <EmptyState noun="webhook" title={t('none.title')}>
            {t('none.why')}
          </EmptyState>
        ) : (
          <WebhooksTable webhooks={webhooks} />
        )}
      </ListCard>
      {textOf(query.dialog) === 'add' && (
        <ClientMessages namespaces={['webhooks', 'usersAndAccess']}>
          <AddWebhookDialog
            choices={await listKindChoices()}
            closeHref={webhooksPath}
            confirmBy={await findConfirmBy(services, actor)}
          />
        </ClientMessages>
      )}
    </>
  )
}
