'use client'

import type { Account } from '#lib/accounts/account.ts'
import { useFormAction } from '../../../../../components/connection/use-form-action.ts'
import { useTranslations } from '../../../../../components/messages.tsx'
import { SubmitButton } from '../../../../../components/ui/button.tsx'
import { Dialog, DialogCancel } from '../../../../../components/ui/dialog.tsx'
import { Form, FormActions } from '../../../../../components/ui/form.tsx'
import { useRefusal } from '../../../../../components/use-refusal.ts'
import { suspend } from '../actions.ts'
import { encodeListState, type ListState, listHref } from '../list-state.ts'

type Props = Readonly<{
  account: Pick<Account, 'id' | 'name'>
  /** Number of sessions that are open in it now. */
  sessions: number
  listState: ListState
}>

/** Says what stops working and asks for confirmation. Suspending is reversible, so nothing has to be typed. */
export function SuspendDialog({ account, sessions, listState }: Props) {
  const t = useTranslations('accounts.suspension')
  const [result, action, outage] = useFormAction(suspend, undefined, { repeatable: true })
  const { problem } = useRefusal(result, outage)
  const closeHref = listHref(listState)
  return (
    <Dialog
      title={t('title', { name: account.name })}
      description={t('sessions', { count: sessions })}
      closeHref={closeHref}
    >
      <Form action={action} problem={problem}>
        <input type="hidden" name="id" value={account.id} />
        <input type="hidden" name="listState" value={encodeListState(listState)} />
        <p>{t('why')}</p>
        <FormActions>
          <SubmitButton variant="danger">{t('confirm')}</SubmitButton>
          <DialogCancel closeHref={closeHref} />
        </FormActions>
      </Form>
    </Dialog>
  )
}
