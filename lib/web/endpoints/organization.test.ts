import { beforeEach, describe, expect, it } from 'vitest'
import {
  changeLogo,
  removeLogo,
  updateOrganization,
} from '#lib/domain/organization/organization/manage-organization.ts'
import { setLogo } from '#lib/domain/organization/organization/store.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { root } from '#lib/testing/people.ts'
import { makePng } from '#lib/testing/png.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { organizationAccentEndpoint } from '#lib/web/endpoints/organization-accent.ts'
import { organizationLogoEndpoint } from '#lib/web/endpoints/organization-logo.ts'
import { ssoEntryEndpoint } from '#lib/web/endpoints/sso-entry.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

const logo = makePng(1, 1)
const digest = sha256(logo)

function get(path: string) {
  const endpoint = path.includes('/logo/') ? organizationLogoEndpoint : organizationAccentEndpoint
  return callEndpoint(endpoint, new Request(testBaseUrl + path))
}

describe('GET /organization/logo/<digest>', () => {
  it('is the logo, with a policy that forbids everything', async () => {
    await changeLogo(services, root, logo)
    const response = await get(`/organization/logo/${digest}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'req_1',
    })
    expect(await response.bytes()).toEqual(logo)
  })

  it('is an SVG that an earlier version stored, until it is removed', async () => {
    const bytes = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    const svg = { type: 'image/svg+xml', aspect: 1_000, digest: sha256(bytes), bytes } as const
    await services.db.transaction().execute((trx) => setLogo(trx, svg))
    const response = await get(`/organization/logo/${svg.digest}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    await removeLogo(services, root)
    expect((await get(`/organization/logo/${svg.digest}`)).status).toBe(404)
  })

  it.each([digest, digest.slice(1), digest.toUpperCase(), '..', ''])('is not found as %s', async (name) => {
    const response = await get(`/organization/logo/${name}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('GET /organization/accent/<color>', () => {
  it('is a stylesheet', async () => {
    const response = await get('/organization/accent/D05010')
    expect(response.headers.get('Content-Type')).toBe('text/css; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(await response.text()).toBe(':root{--accent:light-dark(#d05010,#d05010);--accent-line:3px}\n')
  })

  it.each(['red', 'c04a0', 'd050100', '%23d05010', 'd05010;}'])('is not found as %s', async (color) => {
    expect((await get(`/organization/accent/${color}`)).status).toBe(404)
  })
})

describe('a refusal page', () => {
  const open = async () => (await callEndpoint(ssoEntryEndpoint, new Request(`${testBaseUrl}/sso?token=x`))).text()

  it('names the product without an organization', async () => {
    const page = await open()
    expect(page).toContain(' · Latchkey</title>')
    expect(page).toContain('<a class="lk-brand" href="/"><span class="lk-mark"></span>Latchkey</a>')
    expect(page).not.toContain('/organization')
  })

  it('shows name, logo and accent of the organization, escaped', async () => {
    await updateOrganization(services, root, { name: 'Smith & <b>Sons', accent: '#0a5fb4' })
    await changeLogo(services, root, logo)
    const page = await open()
    expect(page).toContain(' · Smith &amp; &lt;b&gt;Sons</title>')
    expect(page).toContain(
      `<a class="lk-brand" href="/"><img class="lk-logo" src="/organization/logo/${digest}" width="28" height="28" alt="">Smith &amp; &lt;b&gt;Sons</a>`,
    )
    expect(page).toContain('<link rel="stylesheet" href="/organization/accent/0a5fb4">')
    expect(page).not.toContain('Latchkey')
  })
})
