'use client'

import { ShownOnceDialog } from '#app/(portal)/_forms/shown-once-dialog.tsx'
import { useDateTime, useTranslations } from '#components/messages.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { HandOverLink } from '#lib/domain/keys/hand-over/hand-over-key.ts'

type Props = Readonly<{ link: Pick<HandOverLink, 'name' | 'url' | 'expiresAt'>; doneHref: string }>

/** Shows the link that hands over a key, once. */
export function HandOverLinkDialog({ link: { name, url, expiresAt }, doneHref }: Props) {
  const t = useTranslations('usersAndAccess')
  const dateTime = useDateTime()
  const until = dateTime(expiresAt, { dateStyle: 'full', timeStyle: 'short' })
  const what = t('handOverLink.link')
  return (
    <ShownOnceDialog title={t('handOverLink.title', { name })}>
      {(forgotten) => (
        <>
          {forgotten ? (
            <p>{t('handOverLink.forgotten')}</p>
          ) : (
            <>
              <p>{t('handOverLink.once')}</p>
              <CodeBlock label={what} action={<CopyButton value={url} what={what} />}>
                {url}
              </CodeBlock>
            </>
          )}
          <p className="lk-fine">{t('handOverLink.validUntil', { until })}</p>
          <FormActions>
            <LinkButton href={doneHref} variant="primary" inPlace>
              {t('secret.done')}
            </LinkButton>
          </FormActions>
        </>
      )}
    </ShownOnceDialog>
  )
}
