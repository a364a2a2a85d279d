/** The launcher's shortcuts, each with the name of its message. */
export const launcherKeys = [
  { name: 'search', keys: ['/'] },
  { name: 'move', keys: ['↑', '↓'] },
  { name: 'open', keys: ['↵'] },
  { name: 'newTab', keys: ['Ctrl', '↵'] },
  { name: 'pin', keys: ['p'] },
] as const
