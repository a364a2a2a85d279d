import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { RovingRows } from '../../../../components/roving-rows.tsx'
import { Code } from '../../../../components/ui/code.tsx'
import { MenuLink, MenuSection } from '../../../../components/ui/menu.tsx'
import { State } from '../../../../components/ui/state.tsx'
import { Table } from '../../../../components/ui/table.tsx'
import { Moment } from '../../_preferences/moment.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { dialogHref, type ListState } from '../list-state.ts'
import { RowMenu } from './row-menu.tsx'
import styles from './users-and-access.module.css'

type Props = Readonly<{ caption: string; keys: readonly ApiKey[]; listState: ListState }>
type KeyProps = Readonly<{ apiKey: ApiKey }>

/** Maximum entries of a list in a row. */
const maxShown = 2

const stateKinds = { active: 'on', disabled: 'off', revoked: 'ended', expired: 'ended' } as const

export async function KeysTable({ caption, keys, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const columns = [
    { id: 'key', header: t('keys.columns.key') },
    { id: 'owner', header: t('keys.columns.owner') },
    { id: 'created', header: t('keys.columns.created') },
    { id: 'lastUsed', header: t('keys.columns.lastUsed') },
    { id: 'expires', header: t('keys.columns.expires') },
    { id: 'state', header: t('keys.columns.state') },
    { id: 'actions', header: t('actions'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = keys.map((apiKey) => ({
    id: apiKey.id,
    muted: apiKey.state !== 'active' || !apiKey.ownerActive,
    cells: {
      key: <KeyName apiKey={apiKey} />,
      owner: <Owner apiKey={apiKey} />,
      created: <Created apiKey={apiKey} />,
      lastUsed: <LastUsed apiKey={apiKey} />,
      expires: apiKey.expiresAt === null ? t('keys.noExpiry') : <Moment at={apiKey.expiresAt} mode="date" />,
      state: <KeyState apiKey={apiKey} />,
      actions: apiKey.state !== 'revoked' && <KeyMenu apiKey={apiKey} listState={listState} />,
    },
  }))
  return (
    <RovingRows>
      <Table caption={caption} columns={columns} rows={rows} />
    </RovingRows>
  )
}

function KeyName({ apiKey }: KeyProps) {
  return (
    <>
      <span className={styles.name}>{apiKey.name}</span>
      <span className={styles.second}>
        <Code>{apiKey.id}</Code>
      </span>
      <Allowed apiKey={apiKey} />
    </>
  )
}

/** Permissions and limits: the first entries of each list, with the full list as the title. */
async function Allowed({ apiKey: { scopes, accountIds, networks } }: KeyProps) {
  const t = await portalTranslator('usersAndAccess')
  const toPart = (kind: 'only' | 'onlyFrom', words: readonly string[]) => {
    const more = Math.max(0, words.length - maxShown)
    const all = more > 0 ? t(`keys.${kind}`, { entries: words.join(', '), more: 0 }) : undefined
    return { kind, text: t(`keys.${kind}`, { entries: words.slice(0, maxShown).join(', '), more }), all }
  }
  const parts = [
    ...scopes.map((kind) => ({ kind, text: t(`keys.allows.${kind}`), all: undefined })),
    ...(accountIds ? [toPart('only', accountIds)] : []),
    ...(networks ? [toPart('onlyFrom', networks)] : []),
  ]
  return (
    <span className={styles.second}>
      {parts.map(({ kind, text, all }, index) => (
        <span key={kind} title={all}>
          {index > 0 && ' · '}
          {text}
        </span>
      ))}
    </span>
  )
}

async function Owner({ apiKey }: KeyProps) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <>
      {apiKey.owner.name}
      <span className={styles.second}>{t(`roles.${apiKey.owner.role}`)}</span>
    </>
  )
}

async function KeyState({ apiKey: { state, ownerActive } }: KeyProps) {
  const t = await portalTranslator('usersAndAccess')
  if (state === 'active' && !ownerActive) return <State kind="off">{t('keys.states.ownerDeactivated')}</State>
  return <State kind={stateKinds[state]}>{t(`keys.states.${state}`)}</State>
}

async function Created({ apiKey }: KeyProps) {
  const t = await portalTranslator('usersAndAccess')
  const { createdAt, createdByName } = apiKey
  return (
    <>
      <Moment at={createdAt} mode="date" />
      <span className={styles.second}>
        {createdByName === undefined ? t('keys.byCommandLine') : t('keys.by', { name: createdByName })}
      </span>
    </>
  )
}

async function LastUsed({ apiKey }: KeyProps) {
  const t = await portalTranslator('usersAndAccess')
  if (apiKey.lastUsedAt === null) return t('keys.neverUsed')
  return (
    <>
      <Moment at={apiKey.lastUsedAt} />
      {apiKey.lastUsedFrom !== null && (
        <span className={styles.second}>{t('keys.from', { address: apiKey.lastUsedFrom })}</span>
      )}
    </>
  )
}

async function KeyMenu({ apiKey, listState }: KeyProps & Pick<Props, 'listState'>) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name, state } = apiKey
  return (
    <RowMenu label={t('actionsFor', { name })}>
      <MenuSection>
        {state === 'active' && (
          <MenuLink href={dialogHref(listState, 'disable-key', id)} inPlace>
            {t('keys.disable')}
          </MenuLink>
        )}
        {state === 'disabled' && (
          <MenuLink href={dialogHref(listState, 'enable-key', id)} inPlace>
            {t('keys.enable')}
          </MenuLink>
        )}
        <MenuLink href={dialogHref(listState, 'revoke-key', id)} inPlace danger>
          {t('keys.revoke')}
        </MenuLink>
      </MenuSection>
    </RowMenu>
  )
}
