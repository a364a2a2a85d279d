import type { ReactNode } from 'react'
import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import styles from '#app/(portal)/activity/activity.module.css'
import { sentenceValues } from '#app/(portal)/activity/event-details.ts'
import { Link } from '#components/ui/link.tsx'
import type { AuditEvent, Subject } from '#lib/foundation/audit/event.ts'

type Props = Readonly<{ event: AuditEvent }>

const namedInCode: ReadonlySet<Subject['kind']> = new Set([
  'return_address',
  'webhook',
  'signing_key',
  'database',
  'group_mapping',
])

/** Describes an event in a sentence whose names link to related events. */
export async function EventSentence({ event }: Props) {
  const t = await portalTranslator('activity')
  return t.rich(isSetUp(event) ? 'setUp' : `sentences.${event.kind}`, {
    ...sentenceValues(event),
    actor: () => <Actor event={event} />,
    subject: () => <EventSubject event={event} />,
  })
}

/** The first owner is created without a session, as are agents at their first sign-in through a provider. */
function isSetUp({ kind, actor, details }: AuditEvent): boolean {
  return kind === 'user.created' && actor.kind === 'visitor' && details.role === 'owner'
}

async function Actor({ event: { actor } }: Props) {
  const t = await portalTranslator('activity')
  if (actor.kind === 'operator') return t('operator', { name: actor.name })
  if (actor.id === null) return t('somebody')
  const name = actor.kind === 'program' ? t('program', { name: actor.name }) : actor.name
  return <FilterLink href={activityHref({ person: actor.id })}>{name}</FilterLink>
}

/** What an event is about, with a link to its other events. */
export async function EventSubject({ event: { subject } }: Props) {
  const t = await portalTranslator('activity')
  const { kind, id, name } = subject
  if (namedInCode.has(kind)) return <code>{name}</code>
  if (kind === 'sign_in_provider') return name
  if (id === null) return name === '' ? t('somebody') : name
  if (kind === 'user') return <FilterLink href={activityHref({ person: id })}>{name}</FilterLink>
  if (kind === 'api_key') return <FilterLink href={activityHref({ key: id })}>{name}</FilterLink>
  return (
    <FilterLink href={activityHref({ account: id })}>
      <span className={styles.account}>
        <AccountMonogram account={{ id, name }} size="small" />
      </span>
      {name}
    </FilterLink>
  )
}

function FilterLink({ href, children }: Readonly<{ href: string; children: ReactNode }>) {
  return (
    <Link href={href} className={styles.name}>
      {children}
    </Link>
  )
}
