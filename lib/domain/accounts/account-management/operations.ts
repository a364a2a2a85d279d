import { z } from 'zod'
import { accountLine } from '#lib/domain/accounts/account-imports/account-line.ts'
import { importAccountsQuery, importResultLine } from '#lib/domain/accounts/account-management/import-schema.ts'
import { takeImportTurn } from '#lib/domain/accounts/account-management/import-turns.ts'
import { endManagedSession, listManagedSessions } from '#lib/domain/accounts/account-management/manage-sessions.ts'
import {
  type ImportProgress,
  synchronizeAccounts,
} from '#lib/domain/accounts/account-management/synchronize-accounts.ts'
import {
  sessionResource,
  sessionsQuery,
  toSessionResource,
} from '#lib/domain/accounts/account-sessions/session-resource.ts'
import { linesOperation, type Noun, operation } from '#lib/foundation/api/operation.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { toListPart } from '#lib/kernel/list-query.ts'
import { formatPlace, parsePlace } from '#lib/kernel/newest-first.ts'

/** JSON Lines in, a result per line out, both as streams. */
export const importAccountsOperation = linesOperation(
  { tag: 'Accounts' },
  {
    id: 'importAccounts',
    route: 'POST /api/v1/accounts/import',
    scope: 'accounts:write',
    summary: 'Import accounts',
    description:
      'JSON Lines, one account per line: creates it, or changes the given fields of the existing one. The response has a result for each line, and a summary as its last line. Both are streams: read the response while you send. If you send everything first, ask for `results=problems`. An interrupted import can be repeated from the start. Invalid lines are skipped.\n\nThe last line has an `error` instead of a summary if the import ended early, or if missing accounts could not be suspended. Imported lines stay imported.',
    query: importAccountsQuery,
    lines: accountLine,
    response: importResultLine,
    returns: 'A result for each line, then a summary or an error.',
    refusals: [
      { code: 'invalid_request', condition: 'The content type or a query parameter is invalid. `fields` names it.' },
    ],
    handle: async ({ services, query: { missing, expect, results }, chunks, authorizeAgain: authorize }) => {
      const expectedCount = missing === undefined ? undefined : expect
      if (missing !== undefined && expectedCount === undefined) {
        throw new Refusal('input_invalid', { fields: { expect: 'required' } })
      }
      const onEnd = takeImportTurn(services)
      const progress = synchronizeAccounts(services, { chunks, authorize, expectedCount })
      const isShown = (line: object) => results === 'all' || !('line' in line) || 'fields' in line
      return { lines: toLines(progress, isShown), onEnd }
    },
  },
)

async function* toLines(
  progress: AsyncGenerator<ImportProgress>,
  isShown: (line: object) => boolean,
): AsyncGenerator<string> {
  for await (const step of progress) {
    const lines = 'summary' in step ? [step] : step.results.filter(isShown)
    if (lines.length > 0) yield lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
}

const session: Noun = {
  tag: 'Sessions',
  parameters: {
    sessionId: z.string().meta({ description: 'The ID of the session.', example: 'ases_1KrXv3bQ81xYbT2nVcRs' }),
  },
}

export const sessionOperations = [
  operation(session, {
    id: 'listSessions',
    route: 'GET /api/v1/sessions',
    scope: 'sessions:write',
    summary: 'List account sessions',
    description:
      'The open sessions of an account, of a user, or of both, the newest first: those of the owner of the client’s key, and of users whom the owner manages.',
    query: sessionsQuery,
    list: sessionResource,
    refusals: [
      {
        code: 'invalid_request',
        condition: 'A query parameter is invalid, or neither `accountId` nor `userId` is given. `fields` names it.',
      },
    ],
    sample: { label: 'Who has an account open', path: '/api/v1/sessions?accountId=at-100021&limit=200' },
    handle: async ({ services, actor, query: { cursor, ...query }, after }) => {
      const found = await listManagedSessions(services, actor, { ...query, after: parsePlace(after) })
      const place = { rows: found.sessions, more: found.more }
      return toListPart(place, ({ createdAt: at, id }) => formatPlace({ at, id }), toSessionResource)
    },
  }),
  operation(session, {
    id: 'endSession',
    route: 'DELETE /api/v1/sessions/{sessionId}',
    scope: 'sessions:write',
    summary: 'End an account session',
    description: 'The user is signed out of this account in this browser, from the next request on.',
    returns: 'It has ended.',
    refusals: [
      { code: 'not_found', condition: 'There is no such open session, or the client may not manage its user.' },
    ],
    handle: ({ services, actor, params: { sessionId } }) => endManagedSession(services, actor, sessionId),
  }),
] as const
