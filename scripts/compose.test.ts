import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { EnvError, readEnv } from '#lib/env.ts'
import { parseDockerfile } from './dockerfile.ts'

const text = readFileSync('compose.yaml', 'utf8')
const image = parseDockerfile(readFileSync('Dockerfile', 'utf8')).at(-1)
const settingOf = (name: string) => image?.instructions.findLast((instruction) => instruction.name === name)?.text

const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  profiles: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.ipv4() }))]).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
})
const composition = z.object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })

/** The composition as an engine would see it with these variables around. */
function compose(variables: Record<string, string> = {}) {
  const parsed = JSON.stringify(parse(text, { merge: true }))
  const filled = parsed.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_all, name: string, without: string) => variables[name] || without,
  )
  return composition.parse(JSON.parse(filled))
}

const secrets = { LATCHKEY_SECRET: 'the secret of a test and of nothing else', POSTGRES_PASSWORD: 'letters1' }
const instances = ['latchkey-1', 'latchkey-2']

/** A service and all that it brings along. */
function closureOf(name: string): string[] {
  const { depends_on } = compose().services[name] ?? { depends_on: {} }
  return [...new Set([name, ...Object.keys(depends_on).flatMap(closureOf)])].sort()
}

describe('every container of compose.yaml', () => {
  it.each(Object.entries(compose().services))('%s is hardened, and its memory is limited', (_name, given) => {
    expect(given).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    })
  })
})

describe('compose.yaml without a profile', () => {
  it('is one container, and asks for no variable', () => {
    const enabled = Object.entries(compose().services).filter(([, { profiles }]) => profiles.length === 0)
    expect(enabled.map(([name]) => name)).toEqual(['latchkey'])
    // Compose looks at the whole file before it chooses services, so that one `:?` would refuse this start as well.
    expect(text.replace(/^\s*#.*$/gm, '')).not.toContain(':?')
    const env = readEnv(compose().services.latchkey?.environment)
    expect(env).toMatchObject({ baseUrl: 'http://localhost:3000', databaseUrl: undefined, masterSecrets: undefined })
  })

  it('keeps its data in a volume, where the image has them', () => {
    const { services, volumes } = compose()
    expect(services.latchkey?.volumes).toEqual([`latchkey:${settingOf('VOLUME')}`])
    expect(Object.keys(volumes)).toContain('latchkey')
  })

  it('is reached where it says', () => {
    expect(compose().services.latchkey?.ports).toEqual([`127.0.0.1:3000:${settingOf('EXPOSE')}`])
  })
})

describe('compose.yaml with PostgreSQL', () => {
  it('starts nginx, two instances and the database, and not the one container besides', () => {
    expect(closureOf('nginx')).toEqual(['latchkey-1', 'latchkey-2', 'nginx', 'postgres'])
    for (const name of closureOf('nginx')) expect(compose().services[name]?.profiles, name).toEqual(['postgres'])
  })

  it('gives both instances the same, and the product takes it', () => {
    const { services } = compose(secrets)
    const [one, two] = instances.map((name) => readEnv(services[name]?.environment))
    expect(two).toEqual(one)
    expect(one?.databaseUrl).toBe('postgres://latchkey:letters1@postgres:5432/latchkey')
    expect(services.postgres?.environment).toEqual({ POSTGRES_USER: 'latchkey', POSTGRES_PASSWORD: 'letters1' })
  })

  it('says what is missing without a secret', () => {
    const { services } = compose({ POSTGRES_PASSWORD: 'letters1' })
    expect(() => readEnv(services['latchkey-1']?.environment)).toThrow(EnvError)
    expect(() => readEnv(services['latchkey-1']?.environment)).toThrow(/^LATCHKEY_SECRET is required with DATABASE_URL/)
  })

  it('trusts nginx alone', () => {
    const { services } = compose(secrets)
    const { trustedProxies } = readEnv(services['latchkey-1']?.environment)
    expect(services.nginx?.networks).toEqual({ inside: { ipv4_address: trustedProxies.join() } })
  })

  it('builds one image for both: a second build would have other keys for its pages', () => {
    const { services } = compose()
    expect(instances.map((name) => services[name]?.image)).toEqual(['latchkey', 'latchkey'])
    expect(instances.map((name) => services[name]?.build)).toEqual(['.', undefined])
  })

  it('is reached where it says, by an nginx that knows the instances', () => {
    const { services } = compose(secrets)
    const configuration = readFileSync('deploy/nginx.conf', 'utf8')
    const servers = [...configuration.matchAll(/^ *server (\S+) max_fails/gm)].map((match) => match[1])
    const addresses = instances.map((name) => `${name}:${settingOf('EXPOSE')}`)
    // Each a second time, for when all have failed.
    expect(servers).toEqual([...addresses, ...addresses])
    const [, listened] = /^ *listen (\d+); #plain$/m.exec(configuration) ?? []
    expect(services.nginx?.ports).toEqual([`127.0.0.1:8080:${listened}`])
    expect(readEnv(services['latchkey-1']?.environment).baseUrl).toBe('http://localhost:8080')
    const [file = '', place] = (services.nginx?.volumes[0] ?? '').split(':')
    expect(existsSync(file)).toBe(true)
    expect(place).toBe('/etc/nginx/nginx.conf')
  })
})

it('no container of ours can write to its own programs', () => {
  for (const name of ['latchkey', ...instances]) expect(compose().services[name]?.read_only, name).toBe(true)
})
