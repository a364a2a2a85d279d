/** Settings › Organization: name, accent color and logo, which everyone sees. Also sessions and email. */
export const organization = {
  title: 'Organization',
  why: 'Your name, logo, and color: on the sign-in page, in the header, and on error pages.',
  identity: {
    name: 'Name',
    nameHint: 'Replaces “Latchkey”. Leave it empty to show “Latchkey”.',
    accent: 'Accent color',
    accentHint: 'For example #0a5fb4. Leave it empty for the default color.',
    accentMalformed: 'Enter a color as # and six digits from 0 to f, for example #0a5fb4.',
    pick: 'Pick a color',
    tooLight: '{color} is too light for the light theme, which shows {shade} instead.',
    tooDark: '{color} is too dark for the dark theme, which shows {shade} instead.',
  },
  sessions: {
    title: 'Sessions',
    why: 'After a leak or a theft, you can sign everyone out of the portal. Only you stay signed in, in this browser.',
    endAll: 'End everyone’s sessions',
    endTitle: 'End everyone’s sessions?',
    endEffect: 'All users are signed out of the portal immediately. Accounts that they opened from it close, too.',
    ended:
      '{sessions, plural, =0 {No one else was signed in.} one {# session was ended.} other {# sessions of {users, plural, one {# user} other {# users}} were ended.}}',
  },
  logo: {
    title: 'Logo',
    current: 'Current logo',
    none: 'You have no logo yet. Pages show Latchkey’s key.',
    file: 'Logo file',
    fileHint: 'PNG, at most 256 kB. The dark theme shows it on a light background.',
    upload: 'Upload logo',
    replace: 'Replace logo',
    remove: 'Remove logo',
    saved: 'The logo was saved.',
    removed: 'The logo was removed.',
    problems: {
      required: 'Choose a file.',
      too_large: 'This file is larger than 256 kB. Choose a smaller one.',
      not_an_image: 'This isn’t a PNG file, or it’s damaged. Save it again as PNG.',
      too_many_pixels: 'This image is larger than 2,048 × 2,048 pixels. Scale it down.',
      animated: 'This image is animated. Save it as a still image.',
    },
  },
  mail: {
    title: 'Email',
    none: 'This server sends no email: you hand over invitations and password links yourself, and there are no notices. To set up email, set the variables SMTP_URL and MAIL_FROM on the server and restart it.',
    from: 'Invitations, password links, and notices come from {from}.',
    to: 'A test message goes to your own address, {to}.',
    noAddress: 'You have no email address that a test message could go to.',
    addAddress: 'Add an email address',
    submit: 'Send a test message',
    unknownOutcome: 'We don’t know whether the message was sent. Check your mailbox before you send another one.',
    sent: 'The mail server accepted a message to {to}',
    arrival:
      'If it doesn’t arrive within a few minutes, check your spam folder, then SPF and DKIM of the sender’s domain.',
    answer: 'The mail server answered: {answer}',
    stages: {
      connect: {
        failed: 'Latchkey couldn’t connect to the mail server',
        remedy:
          'Check the host and port in SMTP_URL, and the firewall. Port 465 needs smtps://. Many providers block port 25.',
      },
      tls: {
        failed: 'The encrypted connection to the mail server failed',
        remedy:
          'Check whether the mail server expects smtps:// or smtp:// in SMTP_URL, and whether its certificate is valid.',
      },
      authentication: {
        failed: 'Latchkey couldn’t sign in to the mail server',
        remedy:
          'Check the user and password in SMTP_URL: both are percent-encoded, and some providers need an app password.',
      },
      sender: {
        failed: 'The mail server didn’t accept the sender',
        remedy: 'Check whether the user in SMTP_URL may send from the address in MAIL_FROM.',
      },
      recipient: {
        failed: 'The mail server didn’t accept the recipient',
        remedy: 'Check the email address, and the limits of the provider.',
      },
      message: {
        failed: 'The mail server didn’t accept the message',
        remedy: 'Check its spam filter and its limits.',
      },
    },
  },
  preview: {
    title: 'Preview',
    light: 'Light theme',
    dark: 'Dark theme',
  },
} as const
