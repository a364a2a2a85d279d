/**
 * RFC 5322 §3.2.3: what a local part may have without quotes, such as `r&d`, `o'neill` and the `#EXT#` of Entra guests.
 */
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const localPart = `(?=[^@]{1,64}@)${atom}(?:\\.${atom})*`
/** RFC 1035 §2.3.4. An internationalized name has the form that begins with `xn--`. */
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const lastLabel = `(?![0-9]+$)${label}`
const domain = `(?=.{1,253}$)(?:${label}\\.)+${lastLabel}`

/**
 * The one rule for email addresses, wherever they come from. At most 254 characters (RFC 5321 §4.5.3.1) is checked
 * apart.
 */
export const emailPattern = new RegExp(`^${localPart}@${domain}$`)

/** The address that mail comes from, which may be of a host without a domain. */
export const senderPattern = new RegExp(`^${localPart}@(?:${domain}|${lastLabel})$`)

/** A domain of email addresses. */
export const emailDomainPattern = new RegExp(`^${domain}$`)

/**
 * The address with the ASCII form of its domain, or the domain itself: both forms are one mailbox (RFC 5890 §2.3.2.1).
 */
export function toAsciiDomain(text: string): string {
  const at = text.lastIndexOf('@')
  const host = text.slice(at + 1)
  if (/^[\p{ASCII}]*$/u.test(host) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(host)) return text
  const url = `http://${host}`
  return URL.canParse(url) ? text.slice(0, at + 1) + new URL(url).hostname : text
}
