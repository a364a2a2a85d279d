/** The words of the primitives: they know no noun of the domain. */
export const widgets = {
  cancel: 'Cancel',
  close: 'Close',
  optional: 'optional',
  copy: 'Copy',
  copied: 'Copied',
  copyNamed: 'Copy {what}',
  copyFailed: 'Copying is blocked here: select the text and copy it yourself.',
  showPassword: 'Show',
  hidePassword: 'Hide',
  showPasswordNamed: 'Show {label}',
  hidePasswordNamed: 'Hide {label}',
  capsLock: 'Caps lock is on.',
  typeToConfirm: 'Type {phrase} to confirm',
} as const
