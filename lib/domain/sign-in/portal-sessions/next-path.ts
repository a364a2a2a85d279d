const origin = 'https://latchkey.invalid'
const maxLength = 2_048

/** The page of the second factor. */
export const secondStepPath = '/sign-in/second-step'

/** The path to open after sign-in: `/` unless the text is a path of this server (open redirects). */
export function toNextPath(text: string | null | undefined): string {
  // URL parsers read a backslash as a slash and drop tabs and line ends; no path of this server contains them.
  if (!text || text.length > maxLength || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(text)) return '/'
  const url = URL.canParse(text, origin) ? new URL(text, origin) : undefined
  // `/.//evil` parses to our origin with the path `//evil`, which a browser reads as a host.
  if (!url || url.origin !== origin || url.pathname.startsWith('//') || /^\/sign-in(\/|$)/.test(url.pathname))
    return '/'
  // Next adds this parameter to its own requests.
  if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc')
  return url.pathname + url.search
}

/** The sign-in page, which leads back to the target. */
export function signInPath(target: string | null | undefined): string {
  const next = toNextPath(target)
  return next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
}
