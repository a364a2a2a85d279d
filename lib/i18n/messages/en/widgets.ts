/** The text of the primitives, which know no domain word. */
export const widgets = {
  cancel: 'Cancel',
  close: 'Close',
  optional: 'optional',
  copy: 'Copy',
  copied: 'Copied',
  copyNamed: 'Copy {what}',
  copyFailed: 'Your browser blocked copying. Select the text and copy it.',
  showPassword: 'Show',
  hidePassword: 'Hide',
  showPasswordNamed: 'Show {label}',
  hidePasswordNamed: 'Hide {label}',
  capsLock: 'Caps Lock is on.',
  typeToConfirm: 'Type {phrase} to confirm',
} as const
