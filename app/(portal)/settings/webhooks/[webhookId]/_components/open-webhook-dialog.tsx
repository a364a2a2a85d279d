import { ActionDialog } from '#app/(portal)/_forms/action-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import type { Query } from '#app/(portal)/_urls/list-url.ts'
import { type WebhookDialog, webhookDialogs, webhookHref, webhooksPath } from '#app/(portal)/_urls/webhooks-url.ts'
import { listKindChoices } from '#app/(portal)/settings/webhooks/_components/kind-choices.ts'
import {
  EditWebhookDialog,
  ReplayDialog,
  RotateSecretDialog,
} from '#app/(portal)/settings/webhooks/_components/webhook-dialogs.tsx'
import { changeWebhookAction } from '#app/(portal)/settings/webhooks/actions.ts'
import { webhookActions } from '#app/(portal)/settings/webhooks/webhook-actions.ts'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'
import { webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { type ConfirmBy, findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

type Props = Readonly<{ actor: PortalUser; webhook: Webhook; query: Query }>

/** The dialog that the URL names. */
export async function OpenWebhookDialog({ actor, webhook, query }: Props) {
  const name = webhookDialogs.find((known) => known === query.dialog)
  if (!name) return null
  const services = await getServices()
  const ways = { closeHref: webhookHref(webhook.id), confirmBy: await findConfirmBy(services, actor) }
  return (
    <ClientMessages namespaces={['webhooks', 'usersAndAccess']}>
      <NamedDialog name={name} webhook={webhook} ways={ways} />
    </ClientMessages>
  )
}

type DialogProps = Readonly<{
  name: WebhookDialog
  webhook: Webhook
  ways: Readonly<{ closeHref: string; confirmBy: ConfirmBy }>
}>

async function NamedDialog({ name, webhook, ways }: DialogProps) {
  const t = await portalTranslator('webhooks')
  const { id, url, kinds } = webhook
  if (name === 'edit') {
    const before = { url, ...recordOf(webhookTexts, (field) => webhook[field]), kinds }
    return <EditWebhookDialog id={id} before={before} choices={await listKindChoices()} {...ways} />
  }
  if (name === 'replay') return <ReplayDialog id={id} next={webhook.position + 1} {...ways} />
  if (name === 'rotate') return <RotateSecretDialog id={id} {...ways} />
  return (
    <ActionDialog
      {...ways}
      actions={webhookActions}
      name={name}
      action={changeWebhookAction}
      say={(word) => t(word, { url })}
      fields={{ id }}
      doneHref={name === 'remove' ? webhooksPath : ways.closeHref}
    />
  )
}
