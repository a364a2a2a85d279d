import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { mapGroupHref, removeMappingHref } from '#app/(portal)/_urls/provisioning-url.ts'
import { Chip } from '#components/ui/chip.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Table } from '#components/ui/table.tsx'
import type { ProvisionedGroup } from '#lib/domain/people/scim/map-groups.ts'
import styles from './provisioning.module.css'

type Props = Readonly<{ groups: readonly ProvisionedGroup[]; isOwner: boolean }>

/** The groups of the directory by name. Admins see neither mappings nor their actions. */
export async function ProvisionedGroupsTable({ groups, isOwner }: Props) {
  const t = await portalTranslator('provisioning')
  const columns = [
    { id: 'name', header: t('groups.columns.name') },
    { id: 'members', header: t('groups.columns.members') },
    ...(isOwner ? [{ id: 'gives', header: t('groups.columns.gives') } as const] : []),
    { id: 'actions', header: t('groups.map'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = groups.map((group) => ({
    id: group.name,
    muted: group.id === null,
    cells: {
      name: group.name,
      members: group.members ?? t('groups.notYet'),
      gives: <Mappings group={group} />,
      actions: isOwner && (
        <LinkButton
          href={mapGroupHref(group.name)}
          aria-label={t('groups.mapNamed', { group: group.name })}
          size="small"
          inPlace
        >
          {t('groups.map')}
        </LinkButton>
      ),
    },
  }))
  return <Table caption={t('groups.caption')} columns={columns} rows={rows} />
}

async function Mappings({ group }: Readonly<{ group: ProvisionedGroup }>) {
  const t = await portalTranslator('provisioning')
  if (group.mappings.length === 0) return <span className={styles.nothing}>{t('groups.nothing')}</span>
  return (
    <ul className={styles.mappings}>
      {group.mappings.map(({ id, role, accountGroupName }) => {
        const target = role === null ? (accountGroupName ?? '') : t(`groups.roles.${role}`)
        return (
          <li key={id}>
            <Chip>{target}</Chip>
            <LinkButton
              href={removeMappingHref(id)}
              aria-label={t('groups.removeNamed', { group: group.name, target })}
              size="small"
              variant="quiet"
              inPlace
            >
              {t('groups.remove')}
            </LinkButton>
          </li>
        )
      })}
    </ul>
  )
}
