import { parseSetCookie } from 'cookie'

/** A browser at any server: it keeps cookies by host name, and follows redirects until they leave its server. */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>()

  /** @returns the response at the end, or the redirect that leads to another origin */
  async open(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
      redirect: 'manual',
    })
    for (const header of response.headers.getSetCookie()) this.#keep(header)
    const location = response.headers.get('location')
    if (location === null) return response
    const next = new URL(location, address)
    return next.origin === new URL(address).origin ? this.open(next.href) : response
  }

  #keep(header: string): void {
    const { name, value, expires, maxAge } = parseSetCookie(header)
    const isOver = maxAge === 0 || (expires !== undefined && Number(expires) <= Date.now())
    if (isOver || !value) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}
