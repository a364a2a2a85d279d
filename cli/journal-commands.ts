import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { JSONWebKeySet } from 'jose'
import { checkJournal } from '#lib/domain/events/journal/check-journal.ts'
import { exportJournal, type JournalRange } from '#lib/domain/events/journal/export-journal.ts'
import { readKeySet } from '#lib/domain/events/journal/read-key-set.ts'
import { type JournalProblem, type VerifiedJournal, verifyJournal } from '#lib/domain/events/journal/verify-journal.ts'
import { option, wholeNumber } from './options.ts'
import type { CommandOutput } from './output.ts'
import { withServices } from './run.ts'
import { verbsOf } from './verb.ts'

const parseSeq = wholeNumber(/^[1-9]\d{0,14}$/, 'Give the number of an entry, from 1.')

export function addJournalCommands(program: Command): void {
  const noun = program
    .command('journal')
    .description('Audit events under a chain of hashes, with signed checkpoints: proof that nothing was changed.')
  noun
    .command('export')
    .description('Write the journal to standard output as JSON Lines.')
    .option('--from <number>', 'first entry', parseSeq)
    .option('--to <number>', 'last entry', parseSeq)
    .action((range: JournalRange) =>
      withServices(async ({ services, actor }) => {
        const lines = await exportJournal(services, actor, range)
        await pipeline(Readable.from(lines), process.stdout, { end: false })
      }),
    )
  const verb = verbsOf(noun)
  verb('verify <file>', 'Verify an export. Needs neither the database nor the configuration.', {
    jwks: option('--jwks <file or URL>', 'published keys, to verify signatures: /.well-known/latchkey-journal'),
    checkpoint: option('--checkpoint <file>', 'a checkpoint that you have kept: the export must agree with it'),
  }).alone(async (file, { jwks, checkpoint }) => {
    const keys = jwks === undefined ? undefined : await readKeySet(jwks)
    const verdict = await verifyJournal(readLines(file), { keys, keptCheckpoint: await readKept(checkpoint) })
    return toOutput(verdict, keys)
  })
  verb('check', 'Verify the journal of the database.', {
    checkpoint: option('--checkpoint <file>', 'a checkpoint that you have kept: the journal must agree with it'),
  }).here(async ({ services, actor }, { checkpoint }) =>
    toOutput(await checkJournal(services, actor, await readKept(checkpoint)), { keys: [] }),
  )
}

/** Node's own reader of lines would also split at U+2028, which JSON text may contain. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function readKept(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : (await readFile(file, 'utf8')).trim()
}

function toOutput(verdict: VerifiedJournal | JournalProblem, keys: JSONWebKeySet | undefined): CommandOutput {
  if ('problem' in verdict) return { json: { verified: false, ...verdict }, lines: [sayProblem(verdict)], failed: true }
  const { from, to, checkpoints } = verdict
  const entries = from > to ? 'The journal is empty.' : `Entries ${from} to ${to} are what was sealed.`
  const signed = `${checkpoints} ${checkpoints === 1 ? 'checkpoint agrees' : 'checkpoints agree'}`
  const notes = keys ? [] : ['Signatures were not verified: give the published keys with --jwks.']
  return {
    json: { verified: true, signaturesVerified: keys !== undefined, ...verdict },
    lines: [`${entries} ${signed}.`],
    notes,
  }
}

const problemWords: Readonly<Record<JournalProblem['problem'], (problem: JournalProblem) => string>> = {
  malformed: () => 'is not as it was exported',
  missing: ({ seq }) => `comes too early: entry ${seq} is missing before it`,
  'out-of-order': ({ seq }) => `is out of order or was added: entry ${seq} belongs here`,
  changed: ({ seq }) =>
    `is not what was sealed as entry ${seq}: the event or its hash was changed, or the entry was added`,
  contradicted: ({ seq }) => `contradicts the checkpoint of entry ${seq}`,
  'other-issuer': ({ seq, issuer }) =>
    `has the right hash of entry ${seq}, but is signed as ${issuer}, an issuer that no entry records`,
  planted: () => 'is in the database but not in the journal: it was added without an entry',
  'unknown-key': () => 'is signed with a key that is not among the given ones',
  'bad-signature': () => 'has a signature that does not verify',
  'cut-off': ({ seq }) => `is missing: the export ends before entry ${seq}, although the checkpoint proves it existed`,
  'too-early': ({ seq }) => `starts after entry ${seq}, about which the checkpoint speaks: export from there`,
}

function sayProblem(problem: JournalProblem): string {
  return `${subjectOf(problem)} ${problemWords[problem.problem](problem)}.`
}

function subjectOf({ line, problem, isKept, eventId }: JournalProblem): string {
  if (problem === 'planted') return `The event ${eventId}`
  return isKept && (line === 0 || problem === 'other-issuer') ? 'The given checkpoint' : `Line ${line}`
}
