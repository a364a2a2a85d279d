import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Role } from '#lib/foundation/authorization/roles.ts'
import { countRows } from '#lib/foundation/db/count-rows.ts'
import { type Db, nowMs } from '#lib/foundation/db/database.ts'
import { deleteOldest } from '#lib/foundation/db/delete-oldest.ts'
import type { Tables } from '#lib/foundation/db/tables.ts'
import {
  type Failure,
  type MailContent,
  mailKinds,
  mailRetryDelayMs,
  maxAgeMs,
  maxPerHour,
  retentionMs,
  type SmtpStage,
  smtpStages,
  untriedRetentionMs,
} from '#lib/foundation/mails/mail.ts'
import type { SealedLink } from '#lib/foundation/mails/seal-link.ts'
import { hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { timedId } from '#lib/kernel/crypto.ts'

/** The user, the users with these roles, or both; not the user whose action it was. */
export type Recipients = Readonly<{ userId?: string; roles?: readonly Role[]; exceptId?: string | undefined }>

type NewRow = MailContent & Readonly<{ actorId?: string | undefined; link?: SealedLink | undefined }>

/**
 * One mail for each recipient who is active, wants this kind, and got fewer than {@link maxPerHour} of them.
 * @returns how many
 */
export async function insertMails(
  db: Db,
  { kind, facts, actorId, link }: NewRow,
  { userId = '', roles = [], exceptId }: Recipients,
): Promise<number> {
  const id = `${timedId('mail')}_`
  const recentOnes = sql<number>`(select count(*) from mails as earlier
    where earlier.user_id = u.id and earlier.created_at > ${nowMs} - ${sql.lit(hourMs)} and earlier.kind = ${kind})`
  const inserted = await db
    .insertInto('mails')
    .columns([
      'id',
      'user_id',
      'kind',
      'actor_id',
      'facts',
      'link_sealed',
      'master_id',
      'created_at',
      'next_attempt_at',
      'delete_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('users as u')
        .select([sql<string>`cast(${id} as text) || u.id`.as('id'), 'u.id as user_id'])
        .select([text(kind).as('kind'), text(actorId).as('actor_id'), text(JSON.stringify(facts)).as('facts')])
        .select([text(link?.linkSealed).as('link_sealed'), text(link?.masterId).as('master_id')])
        .select([nowMs.as('created_at'), nowMs.as('next_attempt_at')])
        .select(sql<number>`${nowMs} + ${sql.lit(untriedRetentionMs)}`.as('delete_at'))
        .where(({ or, eb: is }) => or([is('u.id', '=', userId), is('u.role', 'in', roles.length > 0 ? roles : [null])]))
        .where('u.id', '<>', exceptId ?? '')
        .where('u.deactivated_at', 'is', null)
        .where(({ or, and, eb: is }) =>
          // The link of a password must not go to a mailbox that may be someone else's.
          or([
            is.lit('to' in facts),
            and([
              is('u.email', 'is not', null),
              or([is('u.email_unproven_at', 'is', null), is.lit(link === undefined)]),
            ]),
          ]),
        )
        .where(sql<SqlBool>`' ' || coalesce(u.muted_notices, '') || ' ' not like ${`% ${kind} %`}`)
        .where(recentOnes, '<', maxPerHour[kind]),
    )
    .returning('id')
    .execute()
  return inserted.length
}

/** A placeholder in a select list has no type on PostgreSQL. */
function text(value: string | undefined) {
  return sql<string>`cast(${value ?? null} as text)`
}

/** Longer than an attempt takes. A claim of this age belongs to a process that ended. */
export const claimMs = 2 * minuteMs

// A claim that ends much later than it could was set by a wrong clock.
const isDue = sql<SqlBool>`sent_at is null and failed_at is null and next_attempt_at <= ${nowMs}
  and (claimed_until is null or claimed_until <= ${nowMs} or claimed_until > ${nowMs} + ${sql.lit(2 * claimMs)})`

/** Mails that no process sends now, the longest waiting first. */
export async function listDueMails(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where(isDue)
    // A newer version running at the same time may write other kinds.
    .where('kind', 'in', mailKinds)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** A mail in the hands of one process. */
export type ClaimedMail = MailContent &
  Readonly<{
    id: string
    holder: string
    userId: string
    actorId: string | null
    link: SealedLink | undefined
    createdAt: number
    attempts: number
  }>

/** Of several processes that claim a mail, one gets it. @returns undefined unless it is due and free */
export async function claimMail(db: Db, id: string, holder: string): Promise<ClaimedMail | undefined> {
  const row = await db
    .updateTable('mails')
    .set({ claimed_by: holder, claimed_until: sql<number>`${nowMs} + ${sql.lit(claimMs)}` })
    .where('id', '=', id)
    .where(isDue)
    .returningAll()
    .executeTakeFirst()
  return row && toMail(row, holder)
}

type Claim = Pick<ClaimedMail, 'id' | 'holder'>

const released = { claimed_by: null, claimed_until: null }
const withoutLink = { link_sealed: null, master_id: null }

/** The attempt was interrupted: it isn't counted. */
export async function releaseMail(db: Db, claim: Claim): Promise<void> {
  await ownUpdate(db, claim).set(released).execute()
}

export async function setSent(db: Db, claim: Claim): Promise<void> {
  const sent = { sent_at: nowMs, stage: null, reason: null, ...ended() }
  await ownUpdate(db, claim).set(sent).execute()
}

export async function giveUp(db: Db, claim: Claim, { stage, reason }: Failure): Promise<void> {
  await ownUpdate(db, claim)
    .set((eb) => ({ failed_at: nowMs, stage, reason, attempts: eb('attempts', '+', 1), ...ended() }))
    .execute()
}

/** It is sent again later. @returns false if it was given up, because it would be too old by then */
export async function postponeMail(db: Db, mail: ClaimedMail, failure: Failure): Promise<boolean> {
  const next = sql<number>`${nowMs} + ${sql.lit(mailRetryDelayMs(mail.attempts + 1))}`
  const row = await ownUpdate(db, mail)
    .set({ attempts: mail.attempts + 1, next_attempt_at: next, ...released })
    .set({ stage: failure.stage, reason: failure.reason })
    .where(sql<SqlBool>`created_at + ${sql.lit(maxAgeMs)} > ${next}`)
    .returning('id')
    .executeTakeFirst()
  if (!row) await giveUp(db, mail, failure)
  return row !== undefined
}

/** Nothing is left to send: the link is erased. */
function ended() {
  return { ...released, ...withoutLink, delete_at: sql<number>`created_at + ${sql.lit(retentionMs)}` }
}

/** Another process may have claimed it since, because this one seemed gone. */
function ownUpdate(db: Db, { id, holder }: Claim) {
  return db
    .updateTable('mails')
    .where('id', '=', id)
    .where('claimed_by', '=', holder)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
}

/** Mails that did not go out. `last`: where and why the newest of them failed. */
export type MailTrouble = Readonly<{
  /** No process has tried to send them, although they have been due for {@link claimMs}. */
  untried: number
  /** Sent again later. */
  deferred: number
  /** Given up within {@link retentionMs}; not those that were withdrawn. */
  failed: number
  last: Readonly<{ stage: SmtpStage; reason: string; at: number }> | undefined
}>

export async function readTrouble(db: Db): Promise<MailTrouble> {
  const queued = db.selectFrom('mails').where('sent_at', 'is', null).where('failed_at', 'is', null)
  const untried = queued
    .where('attempts', '=', 0)
    .where('next_attempt_at', '<=', sql<number>`${nowMs} - ${sql.lit(claimMs)}`)
  const failed = db.selectFrom('mails').where('failed_at', 'is not', null).where('stage', '<>', 'withdrawn')
  const [last] = await db
    .selectFrom('mails')
    .select(['stage', 'reason', 'created_at as at'])
    .where('sent_at', 'is', null)
    .where('attempts', '>', 0)
    .where('stage', '<>', 'withdrawn')
    .orderBy('created_at', 'desc')
    .limit(1)
    .execute()
  const stage = smtpStages.find((known) => known === last?.stage)
  return {
    untried: await countRows(untried),
    deferred: await countRows(queued.where('attempts', '>', 0)),
    failed: await countRows(failed),
    last: last && stage && { stage, reason: last.reason ?? '', at: last.at },
  }
}

export function deleteOldMails(db: Db, limit: number): Promise<number> {
  return deleteOldest(db, 'mails', { instant: sql`delete_at`, limit })
}

function toMail(row: Selectable<Tables['mails']>, holder: string): ClaimedMail | undefined {
  const { id, user_id, actor_id, facts, link_sealed, master_id, created_at, attempts } = row
  const kind = mailKinds.find((known) => known === row.kind)
  return (
    kind && {
      id,
      holder,
      userId: user_id,
      actorId: actor_id,
      kind,
      facts: JSON.parse(facts),
      createdAt: created_at,
      attempts,
      link: link_sealed === null || master_id === null ? undefined : { linkSealed: link_sealed, masterId: master_id },
    }
  )
}

/** Whom a mail goes to, as of now. */
export type MailRecipient = Readonly<{
  name: string
  email: string
  language: string | null
  timeZone: string | null
}>

/**
 * A mail about an email address goes to that one, which its facts name.
 * @returns undefined if the user may no longer be sent to; `language` may be the one of the user who caused it
 */
export async function findRecipient(
  db: Db,
  { userId, actorId, facts }: Pick<ClaimedMail, 'userId' | 'actorId'> & Partial<Pick<ClaimedMail, 'facts'>>,
): Promise<MailRecipient | undefined> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('users as actor', (join) => join.on('actor.id', '=', actorId ?? ''))
    .select(['u.name', 'u.email', 'u.time_zone as timeZone'])
    .select(
      sql<string | null>`coalesce(u.language, u.browser_language, actor.language, actor.browser_language)`.as(
        'language',
      ),
    )
    .where('u.id', '=', userId)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
  const email = facts && 'to' in facts ? facts.to : row?.email
  return row && email ? { ...row, email } : undefined
}
