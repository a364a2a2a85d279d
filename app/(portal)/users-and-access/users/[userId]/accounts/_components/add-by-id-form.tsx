'use client'

import { useEffect, useRef } from 'react'
import { PortalForm } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { addAccountsByIdAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextArea } from '#components/ui/text-field.tsx'
import styles from './account-access.module.css'

type Props = Readonly<{ userId: string }>

/** Maximum number of unknown IDs in the error. */
const maxNamed = 20

export function AddByIdForm({ userId }: Props) {
  const t = useTranslations('usersAndAccess.accounts')
  const form = useAccessForm(addAccountsByIdAction, { confirmBy: false, repeatable: true })
  const { done } = form
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (done && field.current) field.current.value = ''
  }, [done])
  const wrong = form.entriesOf('added')
  const named = wrong.slice(0, maxNamed)
  const unknown = t('unknown', { count: wrong.length, ids: named.join(', '), more: wrong.length - named.length })
  return (
    <section className={styles.byId} aria-labelledby="by-id">
      <h2 id="by-id">{t('byIdTitle')}</h2>
      <p className="lk-fine">{t('byIdWhy')}</p>
      <PortalForm form={form} titled submit={<SubmitButton variant="secondary">{t('byIdSubmit')}</SubmitButton>}>
        <input type="hidden" name="userId" value={userId} />
        <TextArea
          ref={field}
          label={t('byId')}
          name="added"
          rows={4}
          mono
          defaultValue={form.enteredIn('added')}
          error={form.errorOf('added', { unknown, malformed: t('malformed') })}
        />
        {done && <Notice tone="success">{t('changed', done)}</Notice>}
      </PortalForm>
    </section>
  )
}
