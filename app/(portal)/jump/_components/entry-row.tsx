import {
  IconActivity,
  type IconArrowUpRight,
  IconBuilding,
  IconContrast,
  IconFileImport,
  IconKey,
  IconLayoutDashboard,
  IconLink,
  IconLockOpen,
  IconLogout,
  IconMail,
  IconPalette,
  IconPlus,
  IconRobot,
  IconSearch,
  IconShieldLock,
  IconStack2,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { Entry, EntryIcon, EntryMark } from '#app/(portal)/jump/entry.ts'
import { Avatar, Monogram } from '#components/ui/monogram.tsx'
import { State } from '#components/ui/state.tsx'
import type { TextPart } from '#lib/domain/accounts/accounts/search-text.ts'
import styles from './entries.module.css'

const icons = {
  access: IconLockOpen,
  account: IconBuilding,
  add: IconPlus,
  event: IconActivity,
  group: IconStack2,
  import: IconFileImport,
  key: IconKey,
  mail: IconMail,
  overview: IconLayoutDashboard,
  returnAddress: IconLink,
  search: IconSearch,
  security: IconShieldLock,
  serviceUser: IconRobot,
  signOut: IconLogout,
  organization: IconPalette,
  webhook: IconWebhook,
  theme: IconContrast,
  user: IconUsers,
} as const satisfies Record<EntryIcon, typeof IconArrowUpRight>

/** What an entry says, inside its link or button. */
export function EntryContent({ entry: { mark, name, fact, factIsCode, hint, state } }: Readonly<{ entry: Entry }>) {
  const Fact = factIsCode ? 'code' : 'span'
  return (
    <>
      <Mark mark={mark} />
      <span className={styles.texts}>
        <span className={styles.name}>
          <Marked parts={name} />
        </span>{' '}
        {fact && (
          <Fact className={styles.fact}>
            <Marked parts={fact} />
          </Fact>
        )}
      </span>
      {state && <State kind="off">{state}</State>}
      {hint && <span className={styles.hint}>{hint}</span>}
    </>
  )
}

function Mark({ mark }: Readonly<{ mark: EntryMark }>) {
  if ('account' in mark) return <Monogram letters={mark.account} color={mark.color} />
  if ('user' in mark) return <Avatar>{mark.user}</Avatar>
  const Icon = icons[mark.icon]
  return (
    <span className={styles.icon}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </span>
  )
}

function Marked({ parts }: Readonly<{ parts: readonly TextPart[] }>) {
  return parts.map(({ text, marked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    marked ? <mark key={index}>{text}</mark> : text,
  )
}
