'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { ShownOnceDialog } from '#app/(portal)/_forms/shown-once-dialog.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { provisioningPath } from '#app/(portal)/_urls/provisioning-url.ts'
import { connectDirectoryAction } from '#app/(portal)/settings/provisioning/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{ url: string; confirmBy: ConfirmBy }>

/** Generates the key of a directory, and shows what to enter there. */
export function ConnectDialog({ url, confirmBy }: Props) {
  const t = useTranslations('provisioning.connect')
  const form = useAccessForm(connectDirectoryAction, { confirmBy })
  if (form.done !== undefined) return <Connection url={url} token={form.done} />
  return (
    <FormDialog form={form} title={t('title')} closeHref={provisioningPath} submitLabel={t('submit')}>
      <p>{t('why')}</p>
    </FormDialog>
  )
}

function Connection({ url, token }: Readonly<{ url: string; token: string }>) {
  const t = useTranslations('provisioning.connect')
  return (
    <ShownOnceDialog title={t('enter')}>
      {(forgotten) => (
        <>
          <Notice tone="warning" title={t(forgotten ? 'forgotten' : 'once')}>
            {!forgotten && t('lost')}
          </Notice>
          <CodeBlock label={t('url')} action={<CopyButton value={url} what={t('copyUrl')} label={t('copyUrl')} />}>
            {url}
          </CodeBlock>
          {!forgotten && (
            <CodeBlock
              label={t('token')}
              action={<CopyButton value={token} what={t('copyToken')} label={t('copyToken')} variant="primary" />}
            >
              {token}
            </CodeBlock>
          )}
          <FormActions>
            <LinkButton href={provisioningPath} replace>
              {t('done')}
            </LinkButton>
          </FormActions>
        </>
      )}
    </ShownOnceDialog>
  )
}
