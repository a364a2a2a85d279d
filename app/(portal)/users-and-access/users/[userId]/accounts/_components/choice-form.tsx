'use client'

import { Checkbox } from '../../../../../../../components/ui/checkbox.tsx'
import { Code } from '../../../../../../../components/ui/code.tsx'
import { SubmitButton } from '../../../../../../../components/ui/submit-button.tsx'
import { Table } from '../../../../../../../components/ui/table.tsx'
import { useTranslations } from '../../../../../../../components/words.tsx'
import { AccessForm } from '../../../../_components/access-form.tsx'
import { useAccessForm } from '../../../../_components/use-access-form.ts'
import { chooseAccountsAction } from '../../../../actions.ts'
import styles from './choices.module.css'

type Choice = Readonly<{ id: string; name: string; listed: boolean; suspended: boolean }>
type Props = Readonly<{ userId: string; accounts: readonly Choice[]; askPassword: boolean }>

/** One page of accounts to tick. It says what was ticked before, so that only differences are changed. */
export function ChoiceForm({ userId, accounts, askPassword }: Props) {
  const t = useTranslations('usersAndAccess.accounts')
  const form = useAccessForm(chooseAccountsAction, { askPassword })
  const { state, done } = form
  const entered = new Set(state.entered.filter(([name]) => name === 'ticked').map(([, id]) => id))
  const isTicked = ({ id, listed }: Choice) => (state.entered.length > 0 ? entered.has(id) : listed)
  const columns = [
    { id: 'account', header: t('columns.account') },
    { id: 'id', header: t('columns.id') },
  ] as const
  const rows = accounts.map((account) => ({
    id: account.id,
    cells: {
      account: (
        <Checkbox
          label={account.name}
          hint={account.suspended && t('suspended')}
          name="ticked"
          value={account.id}
          defaultChecked={isTicked(account)}
        />
      ),
      id: <Code>{account.id}</Code>,
    },
  }))
  return (
    <AccessForm form={form} submit={<SubmitButton>{t('submit')}</SubmitButton>}>
      <input type="hidden" name="userId" value={userId} />
      {accounts.map(({ id, listed }) => listed && <input key={id} type="hidden" name="tickedBefore" value={id} />)}
      <Table caption={t('caption')} columns={columns} rows={rows} />
      <p className={styles.note} role="status" data-done={done !== undefined}>
        {done ? t('changed', done) : t('saveFirst')}
      </p>
    </AccessForm>
  )
}
