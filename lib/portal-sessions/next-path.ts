const origin = 'https://latchkey.invalid'
const maxLength = 2_048

/**
 * Where to go after signing in: a path of ours, whatever was asked for. Anything else becomes `/`, so that a link to
 * the sign-in page can send nobody to a foreign site.
 */
export function toNextPath(text: string | null | undefined): string {
  // URL parsers read a backslash as a slash and drop tabs and line ends: none of these stands in a path of ours.
  if (!text || text.length > maxLength || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(text)) return '/'
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined
  // `/.//evil` parses to our origin with the path `//evil`, which a browser reads as a host.
  if (!url || url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/sign-in') return '/'
  // What Next adds to a request of its own must not stick to the address.
  if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc')
  return url.pathname + url.search
}

/** The sign-in page, coming back to where the person was. */
export function signInPath(target: string | null | undefined): string {
  const next = toNextPath(target)
  return next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
}
