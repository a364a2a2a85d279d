'use client'

import { useState } from 'react'
import { leakDeskPath } from '#app/(portal)/_urls/leak-desk-url.ts'
import { checkLeakAction } from '#app/(portal)/users-and-access/leak-desk/actions.ts'
import { useForm } from '#components/connection/use-form.ts'
import { useDateTime, useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Form, FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextArea } from '#components/ui/text-field.tsx'
import type { CheckedCredential } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { maxCredentials } from '#lib/domain/keys/leak-desk/containable.ts'
import { Leak } from './leak.tsx'
import styles from './leak-desk.module.css'

/** What was pasted stays in the browser until it is cleared; the server keeps nothing. */
export function LeakDesk({ containedId }: Readonly<{ containedId: string | undefined }>) {
  const t = useTranslations('leakDesk')
  const { action, problem, errorOf, result } = useForm(checkLeakAction, {})
  const found = result?.ok ? result.value : undefined
  const [containedIds, setContainedIds] = useState<ReadonlySet<string>>(new Set())
  // The URL names the last one only.
  if (containedId && !containedIds.has(containedId)) setContainedIds(new Set([...containedIds, containedId]))
  return (
    <div className={styles.desk}>
      <div className={`lk-card ${styles.paste}`}>
        <Form action={action} problem={problem}>
          <TextArea
            label={t('text')}
            hint={t('textHint')}
            name="text"
            rows={8}
            mono
            error={errorOf('text', { too_long: t('tooLong') })}
          />
          <FormActions>
            <LinkButton href={leakDeskPath} plain>
              {t('clear')}
            </LinkButton>
            <SubmitButton>{t('check')}</SubmitButton>
          </FormActions>
        </Form>
      </div>
      <div role="status" className={styles.found}>
        {found && <Findings found={found} containedIds={containedIds} />}
      </div>
    </div>
  )
}

type FindingsProps = Readonly<{ found: readonly CheckedCredential[]; containedIds: ReadonlySet<string> }>

function Findings({ found, containedIds }: FindingsProps) {
  const t = useTranslations('leakDesk')
  const dateTime = useDateTime()
  if (found.length === 0) return <Notice title={t('none')}>{t('noneWhy')}</Notice>
  return (
    <>
      <h2>{t('found', { count: found.length })}</h2>
      {found.length === maxCredentials && <p>{t('limited', { max: maxCredentials })}</p>}
      <ol className={styles.leaks}>
        {found.map((credential, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and the same key may be found twice.
          <li key={index} className="lk-card">
            <Leak credential={credential} containedIds={containedIds} dateTime={dateTime} />
          </li>
        ))}
      </ol>
    </>
  )
}
