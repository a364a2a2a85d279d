import { describe, expect, it } from 'vitest'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { openTestServices, testBaseUrl } from '#lib/testing/test-services.ts'
import { makeBrowserCookie } from '#lib/web/cookies/browser-cookie.ts'
import { cookieNotice, sendsCookies } from './cookie-notice.ts'
import { leaveProvider } from './provider/[providerId]/leave-provider.ts'
import { renderSignInPage } from './render-sign-in-page.ts'
import { describeFrame } from './sign-in-document.ts'

const { name, value } = makeBrowserCookie(testBaseUrl)
const requestWith = (cookie: string) => new Request(`${testBaseUrl}/sign-in`, { headers: { cookie } })

describe('a browser that blocks cookies', () => {
  it('is known by the cookie that every step of a sign-in sets', async () => {
    const context = testContext(await openTestServices())
    const cookies = ['', 'theme=dark', `${name}=x`, `${name}=${value}`]
    expect(cookies.map((cookie) => sendsCookies(requestWith(cookie), context))).toEqual([false, false, false, true])
  })

  it('is told so, also after a provider', async () => {
    const context = testContext(await openTestServices())
    const left = { problem: 'expired', next: '/', isConfirmation: false } as const
    const leave = async (cookie: string) => (await leaveProvider(requestWith(cookie), context, left)).headers.Location
    expect(await leave('')).toBe('/sign-in?notice=cookies&next=%2F')
    expect(await leave(`${name}=${value}`)).toBe('/sign-in?notice=provider-expired&next=%2F')
    const frame = await describeFrame(requestWith(''), context, { path: '/sign-in', next: '/' })
    const { body, headers } = renderSignInPage(frame, { notice: cookieNotice, providers: [] })
    expect(body).toContain('Your browser sent no cookie of this sign-in. Allow cookies for this site')
    // Otherwise the manifest is blocked, and the browser's console says so on every page.
    expect(body).toContain('rel="manifest"')
    expect(headers['Content-Security-Policy']).toContain("manifest-src 'self'")
  })
})
