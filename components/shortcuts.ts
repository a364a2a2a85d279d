/** Whether single-character shortcuts are on; the user menu's "Keyboard shortcuts" switches them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return document.documentElement.dataset.shortcuts !== 'off'
}

/** Whether the user pressed this key as a shortcut: not while typing, and not from behind a dialog. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || !areShortcutsOn()) return false
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null
  return !isTyping
}
