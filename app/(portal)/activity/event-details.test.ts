import { describe, expect, it } from 'vitest'
import { type AuditEvent, type EventKind, eventGroups, eventKinds, type NewEvent } from '#lib/foundation/audit/event.ts'
import { languages } from '#lib/foundation/i18n/languages.ts'
import { translatorFor } from '#lib/foundation/i18n/translator.ts'
import { detailsOf, sentenceValues } from './event-details.ts'

function eventOf(kind: EventKind, details: NewEvent['details'] = {}): AuditEvent {
  return {
    id: 'evt_1',
    at: 0,
    kind,
    actor: { kind: 'person', id: 'usr_1', name: 'Ann' },
    subject: { kind: 'user', id: 'usr_2', name: 'Bob' },
    accountId: null,
    address: '192.0.2.7',
    requestId: 'req_1',
    details,
  }
}

function tell(language: string, event: AuditEvent): string {
  const t = translatorFor(language, 'activity')
  const sentence = t.markup(`sentences.${event.kind}`, {
    ...sentenceValues(event),
    actor: () => event.actor.name,
    subject: () => event.subject.name,
  })
  return [sentence, ...detailsOf(event).map(([name, value]) => t(`facts.${name}`, { value }))].join(' | ')
}

describe('every kind of event', () => {
  it.each(languages)('is told in a sentence, and has a name in the filter, in %s', (language) => {
    const t = translatorFor(language, 'activity')
    for (const kind of eventKinds) {
      // Older events lack some details; the sentence must not show placeholders.
      expect(tell(language, eventOf(kind)), kind).toMatch(/^\p{Lu}[^{}<>]*$/u)
      expect(t(`kinds.${kind}`), kind).toMatch(/^\p{Lu}[^.]*$/u)
    }
    for (const group of eventGroups) expect(t(`groups.${group}`)).toMatch(/^\p{Lu}[^.]*$/u)
  })
})

describe('a sentence', () => {
  it.each<[EventKind, NewEvent['details'], string]>([
    [
      'user.created',
      { role: 'service', accountScope: 'list', listedAccounts: 2 },
      'Ann added Bob as a service user | Access to 2 accounts',
    ],
    ['user.created', { role: 'owner', accountScope: 'all', listedAccounts: 0 }, 'Ann added Bob as an owner'],
    [
      'user.updated',
      { role: 'admin', formerRole: 'agent', accountScope: 'all' },
      'Ann changed Bob | Role: admin | Previous role: agent',
    ],
    ['user.updated', { addedAccounts: 3, removedAccounts: 0 }, 'Ann changed Bob | 3 accounts added'],
    [
      'database.restored',
      { via: 'file', keysToEnable: 2 },
      'Ann restored the database from the backup Bob | 2 API keys must be enabled before use',
    ],
    [
      'database.restored',
      { via: 'other means', keysToEnable: 0 },
      'Ann restored the database without the restore command',
    ],
    [
      'portal_session.refused',
      { reason: 'wrong_password', failures: 2 },
      'Wrong password entered for Bob | 2 failed attempts in a row',
    ],
    [
      'portal_session.refused',
      { reason: 'unknown_name', failures: 1 },
      'Someone tried to sign in with an unknown name',
    ],
    [
      'portal_session.refused',
      { reason: 'beyond_limit', network: '2001:db8:1:2::/64', attempts: 1240 },
      '1,240 more failed sign-ins from 2001:db8:1:2::/64 within 15 minutes',
    ],
    [
      'portal_session.refused',
      { reason: 'beyond_limit_elsewhere', attempts: 1 },
      '1 more failed sign-in from other networks within 15 minutes',
    ],
    ['portal_session.ended', { reason: 'ended_elsewhere', sessions: 3 }, 'Bob ended 3 other sessions'],
    [
      'api_key.generated',
      { owner: 'Orders', ownerId: 'usr_3', expiresAt: null },
      'Ann generated the API key Bob for Orders',
    ],
    [
      'account.updated',
      { changed: 'name', formerName: 'Robert' },
      'Ann changed the account Bob | Previous name: Robert',
    ],
    ['account.updated', { changed: 'locale', formerName: 'Bob' }, 'Ann changed the account Bob'],
    ['sso_grant.redeemed', { via: 'launch' }, 'Ann opened the account Bob'],
    [
      'sso_grant.obtained',
      { platform: 'https://platform.example' },
      'Ann was sent to https://platform.example to open the account Bob',
    ],
    ['sso_grant.redeemed', { via: 'lkid_1' }, 'Ann opened the account Bob with an API key'],
    [
      'sso_grant.revoked',
      { userName: 'Robin', sessions: 0 },
      'Ann revoked a sign-in link for Robin to the account Bob, because it had leaked',
    ],
    [
      'sso_grant.revoked',
      { userName: 'Robin', sessions: 1 },
      'Ann ended the session of Robin in the account Bob, because its sign-in link had leaked',
    ],
  ])('of %s with %j', (kind, details, told) => {
    expect(tell('en', eventOf(kind, details))).toBe(told)
  })
})
