import type { ReactNode } from 'react'
import { BulkSelection } from '#app/(portal)/_bulk/bulk-selection.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { encodeAccountsState, type ListState, manageAccountsHref } from '#app/(portal)/_urls/accounts-url.ts'
import { changeSelectedAction } from '#app/(portal)/manage/accounts/actions.ts'
import { maxBulkAccounts } from '#lib/domain/accounts/accounts/limits.ts'
import { bulkFormId } from './bulk-form-id.ts'

/** The accounts list with a bar for the selected accounts: suspend, resume, or change a group. */
export async function AccountsBulk({ listState, children }: Readonly<{ listState: ListState; children: ReactNode }>) {
  const [t, groups] = await Promise.all([portalTranslator('accounts'), portalTranslator('accountGroups')])
  return (
    <BulkSelection
      id={bulkFormId}
      label={t('bulk.bar')}
      action={changeSelectedAction}
      fields={{ listState: encodeAccountsState(listState) }}
      words={{ none: t('bulk.none'), tooMany: t('bulk.tooMany', { max: maxBulkAccounts }) }}
      closeHref={manageAccountsHref(listState)}
      actions={[
        { verb: 'added', label: groups('change.add') },
        { verb: 'removed', label: groups('change.remove') },
        { verb: 'active', label: t('bulk.resume') },
        { verb: 'suspended', label: t('bulk.suspend'), danger: true },
      ]}
    >
      {children}
    </BulkSelection>
  )
}
