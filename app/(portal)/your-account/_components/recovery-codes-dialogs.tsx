'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { ShownOnceDialog } from '#app/(portal)/_forms/shown-once-dialog.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { replaceCodesAction } from '#app/(portal)/your-account/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type ShownProps = Readonly<{ codes: readonly string[]; doneHref: string }>

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, doneHref }: ShownProps) {
  const t = useTranslations('security.codes')
  const text = codes.join('\n')
  return (
    <ShownOnceDialog title={t('newTitle')}>
      {(forgotten) => (
        <>
          <Notice tone="warning" title={t(forgotten ? 'forgotten' : 'once')}>
            {!forgotten && t('lost')}
          </Notice>
          {!forgotten && (
            <CodeBlock
              label={t('label')}
              action={<CopyButton value={text} what={t('label')} label={t('copy')} variant="primary" />}
            >
              {text}
            </CodeBlock>
          )}
          <FormActions>
            <LinkButton href={doneHref} inPlace>
              {t('saved')}
            </LinkButton>
          </FormActions>
        </>
      )}
    </ShownOnceDialog>
  )
}

type Props = Readonly<{ confirmBy: ConfirmBy; closeHref: string }>

export function NewCodesDialog({ confirmBy, closeHref }: Props) {
  const t = useTranslations('security.codes')
  const form = useAccessForm(replaceCodesAction, { confirmBy })
  if (form.done) return <RecoveryCodesDialog codes={form.done} doneHref={closeHref} />
  return (
    <FormDialog form={form} title={t('getTitle')} closeHref={closeHref} submitLabel={t('get')}>
      <p>{t('getWhy')}</p>
    </FormDialog>
  )
}
