import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { EnvError, readEnv } from '#lib/kernel/env.ts'
import { settingOf } from './dockerfile.ts'

const text = readFileSync('compose.yaml', 'utf8')

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
const configuration = z.object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })

/** The configuration that Compose reads with these environment variables. */
function compose(variables: Record<string, string> = {}) {
  const parsed = JSON.stringify(parse(text, { merge: true }))
  const filled = parsed.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_all, name: string, without: string) => variables[name] || without,
  )
  return configuration.parse(JSON.parse(filled))
}

const secrets = { LATCHKEY_SECRET: 'the secret of a test and of nothing else', POSTGRES_PASSWORD: 'letters1' }
const instances = ['latchkey-1', 'latchkey-2']

/** A service and all its dependencies. */
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
  it('starts one container and requires no variable', () => {
    const enabled = Object.entries(compose().services).filter(([, { profiles }]) => profiles.length === 0)
    expect(enabled.map(([name]) => name)).toEqual(['latchkey'])
    // Compose reads the whole file before it chooses services: one `:?` would stop this start too.
    expect(text.replace(/^\s*#.*$/gm, '')).not.toContain(':?')
    const env = readEnv(compose().services.latchkey?.environment)
    expect(env).toMatchObject({ baseUrl: 'http://localhost:3000', databaseUrl: undefined, masterSecrets: undefined })
  })

  it('mounts its volume at the data folder of the image', () => {
    const { services, volumes } = compose()
    expect(services.latchkey?.volumes).toEqual([`latchkey:${settingOf('VOLUME')}`])
    expect(Object.keys(volumes)).toContain('latchkey')
  })

  it('publishes the port of the image on loopback', () => {
    expect(compose().services.latchkey?.ports).toEqual([`127.0.0.1:3000:${settingOf('EXPOSE')}`])
  })
})

describe('compose.yaml with PostgreSQL', () => {
  it('starts nginx, two instances and the database, without the single container', () => {
    expect(closureOf('nginx')).toEqual(['latchkey-1', 'latchkey-2', 'nginx', 'postgres'])
    for (const name of closureOf('nginx')) expect(compose().services[name]?.profiles, name).toEqual(['postgres'])
  })

  it('gives both instances the same valid configuration', () => {
    const { services } = compose(secrets)
    const [one, two] = instances.map((name) => readEnv(services[name]?.environment))
    expect(two).toEqual(one)
    expect(one?.databaseUrl).toBe('postgres://latchkey:letters1@postgres:5432/latchkey')
    expect(services.postgres?.environment).toEqual({ POSTGRES_USER: 'latchkey', POSTGRES_PASSWORD: 'letters1' })
  })

  it('refuses to start without LATCHKEY_SECRET', () => {
    const { services } = compose({ POSTGRES_PASSWORD: 'letters1' })
    expect(() => readEnv(services['latchkey-1']?.environment)).toThrow(EnvError)
    expect(() => readEnv(services['latchkey-1']?.environment)).toThrow(/^LATCHKEY_SECRET is required with DATABASE_URL/)
  })

  it('trusts nginx alone', () => {
    const { services } = compose(secrets)
    const { trustedProxies } = readEnv(services['latchkey-1']?.environment)
    expect(services.nginx?.networks).toEqual({ inside: { ipv4_address: trustedProxies.join() } })
  })

  it('builds one image for both, because each build has its own Server Action keys', () => {
    const { services } = compose()
    expect(instances.map((name) => services[name]?.image)).toEqual(['latchkey', 'latchkey'])
    expect(instances.map((name) => services[name]?.build)).toEqual(['.', undefined])
  })

  it('publishes an nginx that proxies to both instances', () => {
    const { services } = compose(secrets)
    const nginx = readFileSync('deploy/nginx.conf', 'utf8')
    const servers = [...nginx.matchAll(/^ *server (\S+) max_fails/gm)].map((match) => match[1])
    const addresses = instances.map((name) => `${name}:${settingOf('EXPOSE')}`)
    // Each twice: the second block serves while every instance is marked as failed.
    expect(servers).toEqual([...addresses, ...addresses])
    const [, listened] = /^ *listen (\d+); #plain$/m.exec(nginx) ?? []
    expect(services.nginx?.ports).toEqual([`127.0.0.1:8080:${listened}`])
    expect(readEnv(services['latchkey-1']?.environment).baseUrl).toBe('http://localhost:8080')
    const [file = '', place] = (services.nginx?.volumes[0] ?? '').split(':')
    expect(existsSync(file)).toBe(true)
    expect(place).toBe('/etc/nginx/nginx.conf')
  })
})

it('no container of the product can write to its own files', () => {
  for (const name of ['latchkey', ...instances]) expect(compose().services[name]?.read_only, name).toBe(true)
})
