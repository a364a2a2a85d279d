import { isUtf8 } from 'node:buffer'
import { createHmac, randomBytes, subtle, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { write } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { parse as parseForm } from 'node:querystring'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { announce } from '../harness/announce.ts'

// The limit: the minimum cost of issuing a token. One file without framework, layers or pages. It has one endpoint, one
// grant type and one database, and no maintenance, rate limits, key rotation, migrations or graceful shutdown.

type KeyRow = {
  owner_id: string
  secret_hash: Buffer
  expires_at: number | null
  disabled_at: number | null
  revoked_at: number | null
  owner_deactivated_at: number | null
}
type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse; requestId: string; startedAt: number }>
type Issue = Readonly<{ exchange: Exchange; keyId: string; ownerId: string }>

const [folder = '.', baseUrl = '', committer = 'here'] = process.argv.slice(2)
const maxBytes = 16 * 1024
const lifeSeconds = 36_000
const [idleMs, absoluteMs] = [14 * 86_400_000, 90 * 86_400_000]
const [secretHashKey, refreshTokenKey] = [randomBytes(32), randomBytes(32)]
// WebCrypto signs on another thread, and costs this one a third of what node:crypto does.
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const { privateKey, publicKey } = await subtle.generateKey(algorithm, false, ['sign', 'verify'])
const jwtHeader = encodePart({ alg: 'ES256', typ: 'at+jwt', kid: 'sig_limit' })

const db = new SqliteDatabase(join(folder, 'limit.db'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(`
  create table if not exists users (id text primary key, deactivated_at integer) strict, without rowid;
  create table if not exists api_keys (
    id text primary key, owner_id text not null, secret_hash blob not null,
    expires_at integer, disabled_at integer, revoked_at integer
  ) strict, without rowid;
  create table if not exists refresh_families (
    id text primary key, nonce text not null, key_id text not null, owner_id text not null, generation integer not null,
    issued_at integer not null, issued_from text not null, idle_expires_at integer not null, expires_at integer not null
  ) strict, without rowid;
`)
const findKey = db.prepare<[string], KeyRow>(`
  select k.owner_id, k.secret_hash, k.expires_at, k.disabled_at, k.revoked_at, u.deactivated_at as owner_deactivated_at
  from api_keys k join users u on u.id = k.owner_id where k.id = ?`)
const insertFamily = db.prepare('insert into refresh_families values (?, ?, ?, ?, 1, ?, ?, ?, ?)')
const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')
const rollback = db.prepare('rollback')

const server = createServer((request, response) => {
  const exchange = { request, response, requestId: `req_${randomText(15)}`, startedAt: performance.now() }
  response.once('close', () => logExchange(exchange))
  if (request.method !== 'POST' || request.url !== '/auth/v1/token') {
    refuse(exchange, 404, 'invalid_request')
    return
  }
  const parts: Buffer[] = []
  let length = 0
  request.on('data', (part: Buffer) => {
    length += part.length
    // A body that is too long is refused once it has arrived.
    if (length - part.length <= maxBytes) parts.push(part)
  })
  request.on('end', () => take(exchange, Buffer.concat(parts)))
})

function take(exchange: Exchange, bytes: Buffer): void {
  const read = readRequest(exchange.request, bytes)
  if ('error' in read) {
    refuse(exchange, read.status, read.error)
    return
  }
  waiting.push({ exchange, ...read })
  // Requests of the same turn of the event loop join this commit.
  if (waiting.length === 1) setImmediate(() => void commitWaiting())
}

type Refusal = Readonly<{ status: number; error: string }>

const invalidRequest: Refusal = { status: 400, error: 'invalid_request' }

/** The owner of the key, or the reason for a refusal. */
function readRequest({ headers }: IncomingMessage, bytes: Buffer): Omit<Issue, 'exchange'> | Refusal {
  if (!headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')) return invalidRequest
  if (bytes.length > maxBytes) return { status: 413, error: 'invalid_request' }
  if (!isUtf8(bytes)) return invalidRequest
  const { grantType, clientId, clientSecret } = parseForm(bytes.toString('utf8'))
  if (typeof grantType !== 'string' || typeof clientId !== 'string' || typeof clientSecret !== 'string') {
    // Missing or repeated: a repeated field is an array.
    return invalidRequest
  }
  if (grantType !== 'client_credentials') return { status: 400, error: 'unsupported_grant_type' }
  const ownerId = authenticate(clientId, clientSecret)
  return ownerId === undefined ? { status: 401, error: 'invalid_client' } : { keyId: clientId, ownerId }
}

function authenticate(keyId: string, secret: string): string | undefined {
  const key = findKey.get(keyId)
  const hash = hashSecret(secret)
  const matches = timingSafeEqual(hash, key?.secret_hash ?? Buffer.alloc(hash.length))
  if (!key || !matches || key.owner_deactivated_at !== null) return undefined
  const isGood = key.revoked_at === null && key.disabled_at === null && (key.expires_at ?? Infinity) > Date.now()
  return isGood ? key.owner_id : undefined
}

type Row = readonly (string | number)[]
type Draft = Readonly<{ exchange: Exchange; row: Row; answer: () => void }>

const waiting: Issue[] = []
let isCommitting = false

/** Commits all rows at once, before any response. */
async function commitWaiting(): Promise<void> {
  if (isCommitting) return
  isCommitting = true
  while (waiting.length > 0) {
    const drafts = waiting.splice(0).map((issue) => draft(issue, Date.now()))
    try {
      await commitRows(drafts.map(({ row }) => row))
      for (const { answer } of drafts) answer()
    } catch {
      for (const { exchange } of drafts) refuse(exchange, 503, 'temporarily_unavailable')
    }
  }
  isCommitting = false
}

function commitHere(rows: readonly Row[]): void {
  try {
    begin.run()
    for (const row of rows) insertFamily.run(...row)
    commit.run()
  } catch (error) {
    if (db.inTransaction) rollback.run()
    throw error
  }
}

/** A second thread writes and waits for the disk. */
function startCommitter(): (rows: readonly Row[]) => Promise<void> {
  const thread = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) })
  return async (rows) => {
    const done = once(thread, 'message')
    thread.postMessage(rows)
    const [isGood] = await done
    if (!isGood) throw new Error('the rows could not be committed')
  }
}

function serveCommits(): void {
  parentPort?.on('message', (rows: readonly Row[]) => {
    try {
      commitHere(rows)
      parentPort?.postMessage(true)
    } catch {
      parentPort?.postMessage(false)
    }
  })
}

/** Signs the token while the row is committed, and sends it after the commit. */
function draft({ exchange, keyId, ownerId }: Issue, now: number): Draft {
  const [familyId, nonce] = [`fam_${randomText(15)}`, randomText(32)]
  const address = exchange.request.socket.remoteAddress ?? ''
  const token = signToken({ sub: ownerId, client_id: keyId, sid: familyId }, Math.floor(now / 1_000))
  const mac = createHmac('sha256', refreshTokenKey).update(`lkrt1.${familyId}.1.${nonce}`).digest('base64url')
  const refreshToken = `lkrt1.${familyId}.1.${mac}`
  return {
    exchange,
    row: [familyId, nonce, keyId, ownerId, now, address, now + idleMs, now + absoluteMs],
    answer: () =>
      void token.then(
        (accessToken) =>
          send(exchange, 200, { accessToken, expiresIn: lifeSeconds, tokenType: 'Bearer', refreshToken }),
        () => refuse(exchange, 500, 'server_error'),
      ),
  }
}

async function signToken(subject: Readonly<Record<string, string>>, iat: number): Promise<string> {
  const claims = {
    ...subject,
    scope: 'sso',
    iss: baseUrl,
    aud: baseUrl,
    iat,
    exp: iat + lifeSeconds,
    jti: randomText(16),
  }
  const content = `${jwtHeader}.${encodePart(claims)}`
  const signature = await subtle.sign(algorithm, privateKey, Buffer.from(content))
  return `${content}.${Buffer.from(signature).toString('base64url')}`
}

function refuse(exchange: Exchange, status: number, error: string): void {
  send(exchange, status, { error, requestId: exchange.requestId })
}

function send({ response, requestId }: Exchange, status: number, content: object): void {
  const body = JSON.stringify(content)
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  })
  response.end(body)
}

let lines = ''
let isWriting = false

function logExchange({ request, response, requestId, startedAt }: Exchange): void {
  const { method, url: pathname, socket } = request
  const ms = Math.round(performance.now() - startedAt)
  const facts = {
    time: Date.now(),
    address: socket.remoteAddress,
    requestId,
    method,
    pathname,
    status: response.statusCode,
    ms,
  }
  lines += `${JSON.stringify({ level: 30, ...facts, msg: 'request' })}\n`
  if (!isWriting) writeLines()
}

function writeLines(): void {
  isWriting = lines !== ''
  if (!isWriting) return
  const bytes = Buffer.from(lines)
  lines = ''
  write(1, bytes, writeLines)
}

function hashSecret(secret: string): Buffer {
  return createHmac('sha256', secretHashKey).update(secret).digest()
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Inserts keys, each with its own owner. */
function addKeys(count: number) {
  const insertUser = db.prepare('insert into users values (?, null)')
  const insertKey = db.prepare('insert into api_keys values (?, ?, ?, null, null, null)')
  return Array.from({ length: count }, () => {
    const [keyId, secret, ownerId] = [`lkid_${randomText(15)}`, `lksec_${randomText(36)}`, `usr_${randomText(15)}`]
    insertUser.run(ownerId)
    insertKey.run(keyId, ownerId, hashSecret(secret))
    return { clientId: keyId, clientSecret: secret }
  })
}

// Last, because it uses everything above.
const commitRows = isMainThread && committer === 'thread' ? startCommitter() : commitHere
if (isMainThread) announce(server, { clients: addKeys(64), publicJwk: await subtle.exportKey('jwk', publicKey) })
else serveCommits()
