import { ActionEntries, DirectAction } from '#app/(portal)/_lists/action-links.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type WebhookDialog, webhookHref } from '#app/(portal)/_urls/webhooks-url.ts'
import { controlWebhookAction, sendTestAction } from '#app/(portal)/settings/webhooks/actions.ts'
import { type WebhookActionLabel, webhookActions } from '#app/(portal)/settings/webhooks/webhook-actions.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { MenuSection } from '#components/ui/menu.tsx'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'

/** What can be done with a webhook. */
export async function WebhookActions({ webhook }: Readonly<{ webhook: Webhook }>) {
  const t = await portalTranslator('webhooks')
  const { id, url, paused } = webhook
  const control = paused ? 'resume' : 'pause'
  const offered = {
    actions: webhookActions,
    subject: webhook,
    hrefOf: (name: WebhookDialog) => webhookHref(id, name),
    labelOf: (label: WebhookActionLabel) => t(label),
  }
  return (
    <>
      <ActionForm action={sendTestAction}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton variant="secondary">{t('sendTest')}</SubmitButton>
      </ActionForm>
      <DirectAction name={control} id={id} run={controlWebhookAction}>
        <SubmitButton variant={paused ? 'primary' : 'secondary'}>{t(webhookActions[control].label)}</SubmitButton>
      </DirectAction>
      <RowMenu label={t('actionsFor', { url })}>
        <MenuSection>
          <ActionEntries {...offered} names={['replay', 'edit', 'rotate', 'end-secret']} />
        </MenuSection>
        <MenuSection>
          <ActionEntries {...offered} names={['remove']} />
        </MenuSection>
      </RowMenu>
    </>
  )
}
