import Link from 'next/link'
import type { ReactNode } from 'react'
import type { AuditEvent } from '#lib/audit/event.ts'
import { Table } from '../../../../components/ui/table.tsx'
import { Moment } from '../../_preferences/moment.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import styles from '../activity.module.css'
import { activityHref } from '../activity-url.ts'
import { detailsOf, sentenceValues } from '../event-details.ts'

/** A table of events: when, what, and from where. */
export async function EventList({ events }: Readonly<{ events: readonly AuditEvent[] }>) {
  const t = await portalTranslator('activity')
  const columns = [
    { id: 'when', header: t('columns.when'), narrow: true },
    { id: 'what', header: t('columns.what') },
    { id: 'where', header: t('columns.where'), narrow: true },
  ] as const
  const rows = events.map((event) => ({
    id: event.id,
    cells: {
      when: (
        <span className={styles.unbroken}>
          <Moment at={event.at} mode="dateTime" />
        </span>
      ),
      what: <EventSentence event={event} />,
      where: (
        <span className={styles.unbroken}>
          {event.address === 'command line' ? t('commandLine') : <code>{event.address}</code>}
        </span>
      ),
    },
  }))
  return <Table caption={t('caption')} columns={columns} rows={rows} />
}

type Props = Readonly<{ event: AuditEvent }>

/** Describes an event in a sentence whose names link to related events. */
async function EventSentence({ event }: Props) {
  const t = await portalTranslator('activity')
  const facts = detailsOf(event)
  return (
    <>
      <p>
        {t.rich(isSetUp(event) ? 'setUp' : `sentences.${event.kind}`, {
          ...sentenceValues(event),
          actor: () => <Actor event={event} />,
          subject: () => <Subject event={event} />,
        })}
      </p>
      {facts.length > 0 && (
        <p className="lk-fine">{facts.map(([name, value]) => t(`facts.${name}`, { value })).join(' · ')}</p>
      )}
    </>
  )
}

/** The first owner is created without a session; every other user is added by a user, a client or an operator. */
function isSetUp({ kind, actor }: AuditEvent): boolean {
  return kind === 'user.created' && actor.kind === 'visitor'
}

async function Actor({ event: { actor } }: Props) {
  const t = await portalTranslator('activity')
  if (actor.kind === 'operator') return t('operator', { name: actor.name })
  if (actor.id === null) return t('somebody')
  const name = actor.kind === 'program' ? t('program', { name: actor.name }) : actor.name
  return <FilterLink href={activityHref({ person: actor.id })}>{name}</FilterLink>
}

async function Subject({ event: { subject } }: Props) {
  const t = await portalTranslator('activity')
  const { kind, id, name } = subject
  if (kind === 'return_address' || kind === 'signing_key' || kind === 'database') return <code>{name}</code>
  if (id === null) return name === '' ? t('somebody') : name
  if (kind === 'user') return <FilterLink href={activityHref({ person: id })}>{name}</FilterLink>
  return (
    <>
      {kind === 'account' ? (
        <FilterLink href={activityHref({ account: id })}>{name}</FilterLink>
      ) : (
        <strong>{name}</strong>
      )}{' '}
      <code className={styles.id}>{id}</code>
    </>
  )
}

/** Not prefetched: each row has two links. */
function FilterLink({ href, children }: Readonly<{ href: string; children: ReactNode }>) {
  return (
    <Link href={href} prefetch={false}>
      {children}
    </Link>
  )
}
