import { ActionDialog } from '#app/(portal)/_forms/action-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type GroupDialogName, groupDialogs, groupHref, groupsPath } from '#app/(portal)/_urls/groups-url.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { AddAccountsDialog } from '#app/(portal)/manage/accounts/groups/_components/add-accounts-dialog.tsx'
import {
  AddRuleDialog,
  EditGroupDialog,
  GiveGroupDialog,
} from '#app/(portal)/manage/accounts/groups/_components/group-dialogs.tsx'
import { describeRule } from '#app/(portal)/manage/accounts/groups/_components/groups-table.tsx'
import { changeGroupAction } from '#app/(portal)/manage/accounts/groups/actions.ts'
import { groupActions } from '#app/(portal)/manage/accounts/groups/group-actions.ts'
import { groupTexts } from '#lib/domain/accounts/account-groups/account-group.ts'
import type { GroupPage } from '#lib/domain/accounts/account-groups/group-page.ts'
import { type ConfirmBy, findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { recordOf } from '#lib/kernel/record-of.ts'

type Props = Readonly<{ actor: PortalUser; page: GroupPage; query: Query }>

/** The dialog that the URL names; none if its rule or user is gone. */
export async function OpenGroupDialog({ actor, page, query }: Props) {
  const name = groupDialogs.find((known) => known === query.dialog)
  if (!name) return null
  const services = await getServices()
  return (
    <ClientMessages
      namespaces={['accountGroups', 'usersAndAccess', ...(name === 'accounts' ? (['accountImport'] as const) : [])]}
    >
      <GroupDialog
        name={name}
        page={page}
        of={textOf(query.of)}
        ways={{ closeHref: groupHref(page.group.id), confirmBy: await findConfirmBy(services, actor) }}
      />
    </ClientMessages>
  )
}

type DialogProps = Readonly<{
  name: GroupDialogName
  page: GroupPage
  /** A rule or a user. */
  of: string
  ways: Readonly<{ closeHref: string; confirmBy: ConfirmBy }>
}>

function GroupDialog({ name, page, of, ways }: DialogProps) {
  const { id, name: groupName } = page.group
  const group = { id, name: groupName, ...recordOf(groupTexts, (field) => page.group[field]) }
  if (name === 'edit') return <EditGroupDialog group={group} {...ways} />
  if (name === 'accounts') return <AddAccountsDialog group={group} {...ways} />
  if (name === 'rule') return <AddRuleDialog group={group} {...ways} />
  if (name === 'give') return <GiveGroupDialog group={group} {...ways} />
  return <EndingDialog name={name} page={page} of={of} ways={ways} />
}

type EndingProps = DialogProps & Readonly<{ name: 'delete' | 'remove-rule' | 'take' }>

/** Says what users lose before they lose it. */
async function EndingDialog({ name, page: { group, rules, users, userCount }, of, ways }: EndingProps) {
  const t = await portalTranslator('accountGroups')
  const rule = rules.find(({ id }) => id === of)
  const user = users.find(({ id }) => id === of)
  if ((name === 'remove-rule' && !rule) || (name === 'take' && !user)) return null
  const words = { group: group.name, name: user?.name ?? group.name, rule: rule ? await describeRule(rule) : '' }
  return (
    <ActionDialog
      {...ways}
      actions={groupActions}
      name={name}
      action={changeGroupAction}
      say={(word) => t(word, { ...words, count: userCount })}
      fields={{ id: name === 'delete' ? group.id : of, groupId: group.id }}
      doneHref={name === 'delete' ? groupsPath : ways.closeHref}
    />
  )
}
