/** Whether single-character shortcuts are on. The user menu's "Keyboard shortcuts" switches them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return document.documentElement.dataset.shortcuts !== 'off'
}

/** Whether the key was pressed as a shortcut: not while typing and not behind a dialog. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || !areShortcutsOn()) return false
  return !isTyping(event)
}

/** Whether the key belongs to a field or a dialog. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog') !== null
}
