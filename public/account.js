/*
 * Keeps an open account page true: the remaining time, dates in the reader's own time zone, and the end of the session
 * when it comes, also from another tab. The page is complete without this.
 */

const left = document.querySelector('.left')
const announced = document.querySelector('.left + [role="status"]')
const locale = document.documentElement.lang
const minutes = new Intl.NumberFormat(left.closest('[lang]').lang, {
  style: 'unit',
  unit: 'minute',
  unitDisplay: 'long',
})
const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const soonMs = 5 * 60_000

// By this device's clock, whatever the server's says.
let endsAt = Date.now() + Number(left.dataset.leftMs)

// A time zone that the user chose in their profile applies; the page has dates in it already.
if (!document.cookie.includes('latchkey-own-time-zone=')) {
  for (const time of document.querySelectorAll('time')) time.textContent = instants.format(new Date(time.dateTime))
}

function showLeft() {
  const leftMs = endsAt - Date.now()
  if (leftMs <= 0) return askStatus()
  left.textContent = left.dataset.text.replace('{time}', minutes.format(Math.ceil(leftMs / 60_000)))
  const isSoon = left.toggleAttribute('data-soon', leftMs < soonMs)
  // Said once to screen readers, while the session can still be extended.
  if (!isSoon) announced.textContent = ''
  else if (announced.textContent === '') announced.textContent = left.textContent
}

/** Asking is not using: a page that is left open does not keep its session. */
async function askStatus() {
  const response = await fetch(left.dataset.status, { cache: 'no-store' }).catch(() => undefined)
  // The server cannot be reached, or has trouble: it is asked again, and the page stays.
  if (!response?.ok) return
  const { open, remainingSeconds } = await response.json()
  // The same address now tells why the session is over, and how to go on.
  if (!open) return location.reload()
  endsAt = Date.now() + remainingSeconds * 1_000
  if (remainingSeconds > 0) showLeft()
}

// Account lists in other tabs show which accounts are open, and say when they end one.
const channel = new BroadcastChannel('latchkey-accounts')
const accountId = left.dataset.status.split('/')[2]
channel.onmessage = ({ data }) => data.ended === accountId && askStatus()
channel.postMessage('changed')
// The next page is here: if it answers "End and return", the session has ended.
addEventListener('pagehide', () => channel.postMessage('changed'))

showLeft()
setInterval(showLeft, 5_000)
// Coming back to a tab: it may have been ended, or used, in another one.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') askStatus()
})
