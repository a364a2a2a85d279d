'use client'

import { maxAccountChanges } from '#app/(portal)/_forms/form-state.ts'
import { PortalForm } from '#app/(portal)/_forms/portal-form.tsx'
import type { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Button, SubmitButton } from '#components/ui/button.tsx'
import type { AccountAccessChange } from '#lib/domain/people/users/account-access.ts'
import styles from './account-access.module.css'
import { changedIds, type PendingChanges } from './pending-changes.ts'

type Props = Readonly<{
  form: ReturnType<typeof useAccessForm<AccountAccessChange>>
  /** The table's checkboxes belong to this form. */
  formId: string
  userId: string
  /** The saved list. Without scripts the server compares the boxes with it. */
  listed: readonly string[]
  /** `undefined` without scripts, where the form saves the boxes of one page. */
  pending: PendingChanges | undefined
  discard: () => void
}>

/** Pending changes with Save and Discard, at the bottom of the window. */
export function ChangesBar({ form, formId, userId, listed, pending, discard }: Props) {
  const t = useTranslations('usersAndAccess.accounts')
  const added = changedIds(pending ?? new Map(), true)
  const removed = changedIds(pending ?? new Map(), false)
  const changed = pending !== undefined && pending.size > 0
  const confirming = form.state.confirmBy
  const tooMany = t('tooMany', { max: maxAccountChanges })
  return (
    <div
      className={styles.bar}
      data-step={confirming ? 'confirm' : 'save'}
      data-changed={changed || pending === undefined}
      hidden={confirming && pending?.size === 0}
    >
      <PortalForm
        id={formId}
        form={form}
        titled
        cancel={changed && <Button onClick={discard}>{t('discard')}</Button>}
        submit={<SubmitButton>{t('submit')}</SubmitButton>}
      >
        <input type="hidden" name="userId" value={userId} />
        {pending === undefined ? (
          listed.map((id) => <input key={id} type="hidden" name="tickedBefore" value={id} />)
        ) : (
          <>
            <input type="hidden" name="added" value={added.join(' ')} />
            <input type="hidden" name="removed" value={removed.join(' ')} />
          </>
        )}
        {form.errorOf('changes') && <p className={styles.error}>{tooMany}</p>}
        <p className={styles.status} role="status">
          {changed && t('pending', { added: added.length, removed: removed.length })}
          {!changed && form.done && t('changed', form.done)}
          {!changed && !form.done && <span className="lk-fine">{t(pending ? 'kept' : 'saveFirst')}</span>}
        </p>
      </PortalForm>
    </div>
  )
}
