import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { webhookHref } from '#app/(portal)/_urls/webhooks-url.ts'
import { controlWebhookAction } from '#app/(portal)/activity/webhooks/actions.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { MenuLink, MenuSection } from '#components/ui/menu.tsx'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'

/** What can be done with a webhook. */
export async function WebhookActions({ webhook }: Readonly<{ webhook: Webhook }>) {
  const t = await portalTranslator('webhooks')
  const { id, url, paused, hasFormerSecret } = webhook
  return (
    <>
      <Control id={id} work="test" label={t('sendTest')} />
      {paused ? (
        <Control id={id} work="resume" label={t('resume')} primary />
      ) : (
        <Control id={id} work="pause" label={t('pause')} />
      )}
      <RowMenu label={t('actionsFor', { url })}>
        <MenuSection>
          <MenuLink href={webhookHref(id, 'replay')}>{t('replayFrom')}</MenuLink>
          <MenuLink href={webhookHref(id, 'edit')}>{t('edit')}</MenuLink>
          {hasFormerSecret ? (
            <MenuLink href={webhookHref(id, 'end-secret')}>{t('endSecret.link')}</MenuLink>
          ) : (
            <MenuLink href={webhookHref(id, 'rotate')}>{t('rotate.link')}</MenuLink>
          )}
        </MenuSection>
        <MenuSection>
          <MenuLink href={webhookHref(id, 'remove')} danger>
            {t('remove')}
          </MenuLink>
        </MenuSection>
      </RowMenu>
    </>
  )
}

type ControlProps = Readonly<{ id: string; work: 'test' | 'pause' | 'resume'; label: string; primary?: boolean }>

function Control({ id, work, label, primary = false }: ControlProps) {
  return (
    <ActionForm action={controlWebhookAction}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="work" value={work} />
      <SubmitButton variant={primary ? 'primary' : 'secondary'}>{label}</SubmitButton>
    </ActionForm>
  )
}
