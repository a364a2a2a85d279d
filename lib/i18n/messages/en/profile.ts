/** The page "Your profile": how the signed-in user is named, and how pages are shown to them. */
export const profile = {
  title: 'Your profile',
  why: 'Your name, how you sign in, and your language and time zone.',
  person: {
    title: 'About you',
    why: 'Your colleagues see your name. Your language and time zone apply wherever you sign in.',
    name: 'Name',
    language: 'Language',
    likeBrowser: 'As in the browser',
    timeZone: 'Time zone',
    likeDevice: 'As on the device',
    submit: 'Save',
    saved: 'Your profile was saved.',
  },
  signIn: {
    title: 'How you sign in',
    why: 'You can sign in with either one. Changing them doesn’t end your sessions.',
    change: 'Change',
    username: 'Username',
    usernameHint: 'Letters, digits, dots, hyphens, and underscores.',
    email: 'Email',
    emailMalformed: 'Enter a full email address, for example ada@example.com.',
    taken: 'Another user already has this.',
    submit: 'Save',
    saved: 'From now on, sign in with {username} or {email}.',
  },
} as const
