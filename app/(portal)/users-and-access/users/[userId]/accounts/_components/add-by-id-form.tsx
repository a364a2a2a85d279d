'use client'

import { useActionState } from 'react'
import { Form } from '../../../../../../../components/ui/form.tsx'
import { FormActions } from '../../../../../../../components/ui/form-actions.tsx'
import { Notice } from '../../../../../../../components/ui/notice.tsx'
import { SubmitButton } from '../../../../../../../components/ui/submit-button.tsx'
import { TextArea } from '../../../../../../../components/ui/text-area.tsx'
import { useRefusal } from '../../../../../../../components/use-refusal.ts'
import { useTranslations } from '../../../../../../../components/words.tsx'
import { PasswordAgain } from '../../../../_components/password-again.tsx'
import { addAccountsByIdAction } from '../../../../actions.ts'
import type { ListAddition } from '../../../../form-state.ts'
import styles from './choices.module.css'

type Props = Readonly<{ userId: string; askPassword: boolean }>

/** So many unknown ids are named; beyond that something else is wrong with the list. */
const mostNamed = 20

/** Adds as many accounts at once as one likes, by their ids. */
export function AddByIdForm({ userId, askPassword }: Props) {
  const t = useTranslations('usersAndAccess.accounts')
  const start: ListAddition = { result: undefined, entered: [], askPassword, round: 0 }
  const [state, action] = useActionState(addAccountsByIdAction, start)
  const { problem, errorOf, entriesOf } = useRefusal(state.result)
  const wrong = entriesOf('added')
  const named = wrong.slice(0, mostNamed)
  const unknown = t('unknown', { count: wrong.length, ids: named.join(', '), more: wrong.length - named.length })
  return (
    <section className={styles.byId} aria-labelledby="by-id">
      <h2 id="by-id">{t('byIdTitle')}</h2>
      <p className={styles.note}>{t('byIdWhy')}</p>
      <Form action={action} problem={problem}>
        <input type="hidden" name="userId" value={userId} />
        <TextArea
          key={state.round}
          label={t('byId')}
          name="added"
          rows={4}
          mono
          defaultValue={state.entered.find(([name]) => name === 'added')?.[1]}
          error={errorOf('added', { unknown, malformed: t('malformed') })}
        />
        <PasswordAgain asked={state.askPassword} error={errorOf('password')} />
        {state.result?.ok && <Notice tone="success">{t('changed', state.result.value)}</Notice>}
        <FormActions>
          <SubmitButton variant="secondary">{t('byIdSubmit')}</SubmitButton>
        </FormActions>
      </Form>
    </section>
  )
}
