import type { ReactNode } from 'react'
import { BulkSelection } from '#app/(portal)/_bulk/bulk-selection.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { encodeAccountsState } from '#app/(portal)/_urls/accounts-url.ts'
import { type GroupPageState, groupHref } from '#app/(portal)/_urls/groups-url.ts'
import { changeSelectedAction } from '#app/(portal)/manage/accounts/actions.ts'
import { membersFormId } from './members-form-id.ts'

type Props = Readonly<{ groupId: string; listState: GroupPageState; children: ReactNode }>

/** The accounts of a group, with a bar that removes the selected ones. */
export async function MembersBulk({ groupId, listState, children }: Props) {
  const t = await portalTranslator('accountGroups')
  return (
    <BulkSelection
      id={membersFormId}
      label={t('page.bar')}
      action={changeSelectedAction}
      fields={{ ownGroup: groupId, listState: encodeAccountsState({ query: listState.query, group: groupId }) }}
      words={{ none: t('change.noneSelected') }}
      closeHref={groupHref(groupId, listState)}
      actions={[{ verb: 'removed', label: t('change.remove'), danger: true }]}
    >
      {children}
    </BulkSelection>
  )
}
