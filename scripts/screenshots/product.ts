import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'
import type { Demo } from '../../lib/server/demo/insert-demo-data.ts'

/** The running product that pictures are taken of. */
export type ShownProduct = Readonly<{ browser: Browser; baseUrl: string; demo: Demo }>

export type Theme = 'light' | 'dark'

/** A browser without motion, as the pictures show it. */
export function openContext(
  { browser, baseUrl }: ShownProduct,
  options: Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale' | 'deviceScaleFactor'>,
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: baseUrl,
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    reducedMotion: 'reduce',
    ...options,
  })
}

/** A new link to an account, by the demonstration's key. */
export async function requestGrantUrl({ baseUrl, demo }: ShownProduct, locale: string = demo.locale): Promise<string> {
  const { key, accountId } = demo
  const credentials = { grantType: 'client_credentials', clientId: key.id, clientSecret: key.secret }
  const { accessToken } = await post(`${baseUrl}/auth/v1/token`, credentials)
  const request = { accountId, locale }
  const { grantUrl } = await post(`${baseUrl}/auth/v1/sso`, request, { Authorization: `Bearer ${accessToken}` })
  return grantUrl ?? ''
}

async function post(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}
