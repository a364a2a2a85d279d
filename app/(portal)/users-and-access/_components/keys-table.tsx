import { IconBuilding, IconWorld } from '@tabler/icons-react'
import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { ActionEntries } from '#app/(portal)/_lists/action-links.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  allCurrentKeys,
  dialogHref,
  keyHref,
  keySortHref,
  type ListState,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { type KeyActionLabel, keyActions } from '#app/(portal)/users-and-access/key-actions.ts'
import { RovingRows } from '#components/roving-rows.tsx'
import { Link } from '#components/ui/link.tsx'
import { MenuSection } from '#components/ui/menu.tsx'
import type { SortLink } from '#components/ui/sort-head.tsx'
import { Table } from '#components/ui/table.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { KeyPage } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { keyUse } from '#lib/domain/keys/api-keys/key-filter.ts'
import { KeyId } from './key-id.tsx'
import { KeyState } from './key-state.tsx'
import styles from './keys-table.module.css'
import lists from './users-and-access.module.css'

type Props = Readonly<{
  keys: KeyPage['keys']
  listState: ListState
}>
type KeyProps = Readonly<{ apiKey: ApiKey }>

const sortDirections = {
  newest: 'descending',
  name: 'ascending',
  'last-used': 'descending',
  expires: 'ascending',
} as const

export async function KeysTable({ keys, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const order = listState.keys?.sort ?? allCurrentKeys.sort
  const sortBy = (sort: keyof typeof sortDirections, label: string): SortLink => ({
    label,
    href: keySortHref(listState, sort),
    direction: sort === order ? sortDirections[sort] : undefined,
  })
  const columns = [
    {
      id: 'key',
      header: t('keys.columns.key'),
      sorts: [sortBy('name', t('keys.columns.key')), sortBy('newest', t('keys.sorts.newest'))],
    },
    { id: 'id', header: t('secret.keyId'), width: 'medium', priority: 3, onPhones: 'absent' },
    { id: 'owner', header: t('keys.columns.owner'), width: 'medium', priority: 1, onPhones: 'fact' },
    { id: 'purpose', header: t('keys.columns.purpose'), width: 'medium', priority: 2, onPhones: 'fact' },
    {
      id: 'lastUsed',
      header: t('keys.columns.lastUsed'),
      sorts: [sortBy('last-used', t('keys.columns.lastUsed'))],
      width: 'small',
      onPhones: 'moment',
    },
    {
      id: 'expires',
      header: t('keys.columns.expires'),
      sorts: [sortBy('expires', t('keys.columns.expires'))],
      width: 'small',
      priority: 2,
      onPhones: 'absent',
    },
    { id: 'state', header: t('keys.columns.state'), width: 'medium', onPhones: 'state' },
    { id: 'actions', header: t('actions'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = keys.map((apiKey) => ({
    id: apiKey.id,
    muted: apiKey.state !== 'active' || !apiKey.ownerActive,
    cells: {
      key: <KeyName apiKey={apiKey} />,
      owner: <Owner owner={apiKey.owner} />,
      id: (
        <span className={styles.keyId}>
          <KeyId id={apiKey.id} />
        </span>
      ),
      purpose: <Purpose apiKey={apiKey} />,
      lastUsed: apiKey.lastUsedAt === null ? t('keys.neverUsed') : <Moment at={apiKey.lastUsedAt} />,
      expires: apiKey.expiresAt === null ? t('keys.noExpiry') : <Moment at={apiKey.expiresAt} mode="date" />,
      state: <KeyState apiKey={apiKey} />,
      actions: <KeyMenu apiKey={apiKey} listState={listState} />,
    },
  }))
  return (
    <RovingRows>
      <div className={`${styles.keys} ${lists.keys}`}>
        <Table caption={t('keys.caption')} columns={columns} rows={rows} />
      </div>
    </RovingRows>
  )
}

function KeyName({ apiKey: { id, name, accountIds, networks } }: KeyProps) {
  return (
    <span className={styles.named}>
      <Link href={keyHref(id)} className={styles.name}>
        {name}
      </Link>
      {accountIds && <Limit kind="accounts" entries={accountIds} />}
      {networks && <Limit kind="networks" entries={networks} />}
    </span>
  )
}

type LimitProps = Readonly<{ kind: 'accounts' | 'networks'; entries: readonly string[] }>

/** How many accounts or networks the key is limited to, with the list as the title. */
async function Limit({ kind, entries }: LimitProps) {
  const t = await portalTranslator('usersAndAccess')
  const Icon = kind === 'accounts' ? IconBuilding : IconWorld
  return (
    <span className={styles.limit} title={entries.join(', ')}>
      <Icon size={12} stroke={1.75} aria-hidden="true" />
      {t(`keys.${kind}`, { count: entries.length })}
    </span>
  )
}

function Owner({ owner }: Pick<KeyPage['keys'][number], 'owner'>) {
  return (
    <span className={styles.owner}>
      <UserAvatar user={owner} size="small" />
      <span>{owner.distinctName}</span>
    </span>
  )
}

/** What the key is for, with its permissions as the title. */
async function Purpose({ apiKey: { scopes } }: KeyProps) {
  const t = await portalTranslator('usersAndAccess')
  const allowed = scopes.map((scope) => t(`keys.allows.${scope}`)).join(', ')
  return <span title={allowed}>{t(`keys.purposes.${keyUse(scopes)}`)}</span>
}

async function KeyMenu({ apiKey, listState }: KeyProps & Pick<Props, 'listState'>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <RowMenu label={t('actionsFor', { name: apiKey.name })}>
      <MenuSection>
        <ActionEntries
          actions={keyActions}
          subject={apiKey}
          names={['edit-key', 'disable-key', 'enable-key', 'revoke-key']}
          hrefOf={(name) => dialogHref(listState, name, apiKey.id)}
          labelOf={(label: KeyActionLabel) => t(label)}
        />
      </MenuSection>
    </RowMenu>
  )
}
