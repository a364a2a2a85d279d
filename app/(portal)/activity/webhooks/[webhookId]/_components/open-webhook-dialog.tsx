import { ConfirmFormDialog } from '#app/(portal)/_forms/confirm-form-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import type { Query } from '#app/(portal)/_urls/list-url.ts'
import { webhookDialogs, webhookHref } from '#app/(portal)/_urls/webhooks-url.ts'
import { listKindChoices } from '#app/(portal)/activity/webhooks/_components/kind-choices.ts'
import {
  EditWebhookDialog,
  ReplayDialog,
  RotateSecretDialog,
} from '#app/(portal)/activity/webhooks/_components/webhook-dialogs.tsx'
import { confirmControlAction, endSecretAction, removeWebhookAction } from '#app/(portal)/activity/webhooks/actions.ts'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import { webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { type ConfirmBy, findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

type DialogName = (typeof webhookDialogs)[number]
type Props = Readonly<{ actor: PortalUser; webhook: Webhook; query: Query }>

/** The dialog that the URL names. */
export async function OpenWebhookDialog({ actor, webhook, query }: Props) {
  const name = webhookDialogs.find((known) => known === query.dialog)
  if (!name) return null
  const services = await getServices()
  const ways = { closeHref: webhookHref(webhook.id), confirmBy: await findConfirmBy(services, actor) }
  return (
    <ClientMessages namespaces={['webhooks', 'usersAndAccess']}>
      <WebhookDialog name={name} webhook={webhook} ways={ways} />
    </ClientMessages>
  )
}

type DialogProps = Readonly<{
  name: DialogName
  webhook: Webhook
  ways: Readonly<{ closeHref: string; confirmBy: ConfirmBy }>
}>

async function WebhookDialog({ name, webhook, ways }: DialogProps) {
  const t = await portalTranslator('webhooks')
  const { id, url, kinds } = webhook
  if (name === 'edit') {
    const before = { url, ...recordOf(webhookTexts, (field) => webhook[field]), kinds }
    return <EditWebhookDialog id={id} before={before} choices={await listKindChoices()} {...ways} />
  }
  if (name === 'replay') return <ReplayDialog id={id} next={webhook.position + 1} {...ways} />
  if (name === 'rotate') return <RotateSecretDialog id={id} {...ways} />
  if (name === 'pause' || name === 'resume') {
    return (
      <ConfirmFormDialog
        {...ways}
        action={confirmControlAction}
        title={t(`${name}Title`, { url })}
        fields={{ id, work: name }}
        submitLabel={t(name)}
      >
        <p>{t(name === 'pause' ? 'paused.manual' : 'resumeWhy')}</p>
      </ConfirmFormDialog>
    )
  }
  const dialog = { ...ways, danger: true, fields: { id } }
  if (name === 'end-secret') {
    return (
      <ConfirmFormDialog
        {...dialog}
        action={endSecretAction}
        title={t('endSecret.title')}
        submitLabel={t('endSecret.submit')}
      >
        <p>{t('endSecret.why')}</p>
      </ConfirmFormDialog>
    )
  }
  return (
    <ConfirmFormDialog
      {...dialog}
      action={removeWebhookAction}
      title={t('removal.title', { url })}
      submitLabel={t('removal.submit')}
    >
      <p>{t('removal.why')}</p>
    </ConfirmFormDialog>
  )
}
