import { createElement, type ReactNode } from 'react'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { grantHref } from '#app/(portal)/_urls/activity-url.ts'
import { whyHref } from '#app/(portal)/_urls/why-url.ts'
import styles from '#app/(portal)/activity/activity.module.css'
import { Link } from '#components/ui/link.tsx'
import { grantRetentionMs } from '#lib/domain/links/sso-grants/sso-grant.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import { commandLine } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'

/** Every stored fact of an event. Details keep the names that they have in the export. */
export async function EventFacts({ event }: Readonly<{ event: AuditEvent }>) {
  const [t, format] = await Promise.all([portalTranslator('activity'), portalFormatter()])
  const { actor, subject, details } = event
  const dateOf = (at: number) => format.dateTime(at, { dateStyle: 'long', timeStyle: 'long' })
  const actorKind = t(`actorKinds.${actor.kind}`)
  const facts: [string, ReactNode][] = [
    [t('fields.kind'), <code key="">{event.kind}</code>],
    [t('fields.requestId'), <RequestId key="" event={event} />],
    [
      t('fields.actor'),
      <Party key="" {...actor} name={actor.name === '' ? actorKind : `${actor.name} (${actorKind})`} />,
    ],
    [t('fields.where'), <Source key="" address={event.address} />],
    [t('fields.subject'), <Party key="" {...subject} />],
    [t('fields.when'), dateOf(event.at)],
    [t('fields.accountId'), event.accountId && <code key="">{event.accountId}</code>],
    [t('fields.id'), <code key="">{event.id}</code>],
  ]
  const told = [
    ...facts.map(([name, value]) => value && toRow(name, value)),
    ...Object.entries(details).map(([name, value]) =>
      toRow(
        <code>{name}</code>,
        isInstant(name, value) ? dateOf(value) : <Detail name={name} value={value} at={event.at} />,
      ),
    ),
  ]
  // Without keys, which would send every label twice.
  return createElement('dl', { className: styles.facts }, ...told)
}

function toRow(name: ReactNode, value: ReactNode): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

type DetailProps = Readonly<{ name: string; value: string | number | null; at: number }>

/** A grant links to its receipt while that is kept. */
async function Detail({ name, value, at }: DetailProps) {
  const code = <code>{value ?? '–'}</code>
  if (name !== 'grantId') return code
  const { clock } = await getServices()
  return clock.now() < at + grantRetentionMs ? <Link href={grantHref(String(value))}>{code}</Link> : code
}

/** By its name: `expiresAt`, in Unix milliseconds. */
function isInstant(name: string, value: string | number | null): value is number {
  return name.endsWith('At') && typeof value === 'number'
}

/** A refused request has a page that explains it. */
function RequestId({ event: { kind, requestId } }: Readonly<{ event: AuditEvent }>) {
  if (kind !== 'sso_grant.refused') return <code>{requestId}</code>
  return (
    <a href={whyHref(requestId)}>
      <code>{requestId}</code>
    </a>
  )
}

function Party({ id, name }: Readonly<{ id: string | null; name: string }>) {
  return (
    <>
      {name} {id !== null && id !== name && <code>{id}</code>}
    </>
  )
}

/** The client's IP address, or the CLI. */
export async function Source({ address }: Readonly<{ address: string }>) {
  const t = await portalTranslator('activity')
  return address === commandLine ? t('commandLine') : <code>{address}</code>
}
