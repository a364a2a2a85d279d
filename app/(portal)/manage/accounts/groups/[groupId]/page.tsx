import { notFound } from 'next/navigation'
import { Columns } from '#app/(portal)/_details/columns.tsx'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { ActionButtons } from '#app/(portal)/_lists/action-links.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { groupsPath } from '#app/(portal)/_urls/groups-url.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { offeredFor, sayCount } from '#app/(portal)/manage/accounts/groups/_components/groups-table.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { groupTexts } from '#lib/domain/accounts/account-groups/account-group.ts'
import { readGroupPage } from '#lib/domain/accounts/account-groups/group-page.ts'
import { getServices } from '#lib/foundation/services.ts'
import { GroupMembers } from './_components/group-members.tsx'
import { GroupRules } from './_components/group-rules.tsx'
import { GroupUsers } from './_components/group-users.tsx'
import { OpenGroupDialog } from './_components/open-group-dialog.tsx'

type Props = Readonly<{ params: Promise<{ groupId: string }>; searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('accountGroups', (t) => t('title'))

/** One group: its accounts, its rules and the users who have it. */
export default async function GroupPage({ params, searchParams }: Props) {
  const [actor, services, { groupId }, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    searchParams,
    portalTranslator('accountGroups'),
  ])
  const listState = { query: textOf(query.q), after: textOf(query.after) || undefined }
  const page = await readGroupPage(services, actor, { groupId, ...listState })
  if (!page) notFound()
  const { group } = page
  return (
    <>
      <Breadcrumbs place="manageAccounts" below={[{ href: groupsPath, label: t('groups') }]} />
      <PageHeader
        title={group.name}
        action={<ActionButtons {...(await offeredFor(group))} names={['edit', 'delete']} />}
      >
        {[await sayCount('accounts', page.total), ...groupTexts.map((field) => group[field])]
          .filter(Boolean)
          .join('\u00a0· ')}
      </PageHeader>
      <Columns
        wide={<GroupMembers page={page} listState={listState} />}
        narrow={
          <>
            <GroupUsers group={group} users={page.users} count={page.userCount} />
            <GroupRules group={group} rules={page.rules} />
          </>
        }
      />
      <OpenGroupDialog actor={actor} page={page} query={query} />
    </>
  )
}
