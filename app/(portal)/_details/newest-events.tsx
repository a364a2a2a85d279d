import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Link } from '#components/ui/link.tsx'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import { Card } from './card.tsx'
import styles from './details.module.css'
import { EventIcon } from './event-icon.tsx'

type Props = Readonly<{
  title: string
  /** The ID of what the page is about: events about another subject name it. */
  of: string
  events: readonly AuditEvent[]
  /** Shown if there are none. */
  none: string
  /** The page of all of them. */
  all: Readonly<{ href: string; label: string }>
}>

/** The newest audit events about a key or an account. */
export function NewestEvents({ title, of, events, none, all }: Props) {
  return (
    <Card title={title} action={events.length > 0 && <Link href={all.href}>{all.label}</Link>}>
      {events.length === 0 && <p className={`lk-fine ${styles.hint}`}>{none}</p>}
      <ol className={styles.events}>
        {events.map((event) => (
          <NewestEvent key={event.id} of={of} event={event} />
        ))}
      </ol>
    </Card>
  )
}

async function NewestEvent({ of, event }: Readonly<{ of: string; event: AuditEvent }>) {
  const { kind, actor, subject, at, details } = event
  const t = await portalTranslator('activity')
  const { formerName } = details
  const names = {
    operator: () => t('operator', { name: actor.name }),
    program: () => t('program', { name: actor.name }),
    person: () => actor.name,
    visitor: () => t('somebody'),
  }
  return (
    <li>
      <EventIcon kind={kind} />
      <span className={styles.what}>
        {t(`kinds.${kind}`)}
        {subject.id !== of && subject.name !== '' && <span className={styles.faint}>&nbsp;· {subject.name}</span>}
        {typeof formerName === 'string' && (
          <span className={styles.faint}>&nbsp;· {t('facts.formerName', { value: formerName })}</span>
        )}
      </span>
      <span className={styles.actor}>{names[actor.kind]()}</span>
      <span className={styles.when}>
        <Moment at={at} mode="dateTime" />
      </span>
    </li>
  )
}
