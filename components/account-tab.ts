import type { MouseEvent } from 'react'

const prefix = 'latchkey-account-'

/** The name of the tab in which the launcher opens an account, so that it is found again. */
export function accountTab(accountId: string): string {
  return prefix + accountId
}

/** A tab that has returned from an account is that account's no longer. */
export function leaveAccountTab(): void {
  if (window.name.startsWith(prefix)) window.name = ''
}

/** Answers a plain click on the link to an open account: shows its tab as it is, or opens the link in a new one. */
export function showAccountTab(event: MouseEvent<HTMLAnchorElement>, accountId: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  // Without a URL, a tab of this name stays as it is. A blocked one leaves the click to the browser.
  const tab = window.open('', accountTab(accountId))
  if (!tab) return
  event.preventDefault()
  tab.focus()
  if (!isIn(tab, accountId)) tab.location.href = event.currentTarget.href
}

function isIn(tab: Window, accountId: string): boolean {
  try {
    return `${tab.location.pathname}/`.startsWith(`/accounts/${accountId}/`)
  } catch {
    // The tab has gone on to another origin.
    return false
  }
}
