import { type Html, html } from '#lib/kernel/html.ts'

/** A fingerprint of Tabler's icons, on a 24 px grid. */
const fingerprint =
  'M18.9 7a8 8 0 0 1 1.1 5v1a6 6 0 0 0 .8 3M8 11a4 4 0 0 1 8 0v1a10 10 0 0 0 2 6M12 11v2a14 14 0 0 0 2.5 8M8 15a18 18 0 0 0 1.8 6M4.9 19a22 22 0 0 1 -.9 -7v-1a8 8 0 0 1 12 -6.95'

/** The content of a button that uses a passkey. */
export function renderPasskeyLabel(label: string): Html {
  return html`<span data-label><svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${fingerprint}"/></svg>${label}</span>`
}

/** @param options where the script requests what the browser needs */
export function renderPasskeyButton(label: string, options: string): Html {
  return html`<div class="lk-passkey" data-needs-script><button class="lk-button" type="button" data-variant="secondary" data-use-passkey="${options}">${renderPasskeyLabel(label)}</button></div>
`
}

/** Stands between two ways on. Without scripts, or without passkeys in the browser, there is one way. */
export function renderOr(text: string): Html {
  return html`<div class="lk-or lk-passkey" data-needs-script>${text}</div>
`
}
