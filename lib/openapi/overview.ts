/** What is to be known before the first request, in paragraphs. */
export const overview = [
  'A program trades an API key for an access token, renews it with a refresh token, and asks with it for sign-on links: addresses that sign a person in to one account, once and within 15 seconds.',
  'An API key is generated in the portal: user menu, "Users and access", section "API Keys". It is a key ID (`clientId`) and a secret (`clientSecret`); the secret is shown once.',
  'Requests with a body are forms (`application/x-www-form-urlencoded`, UTF-8, at most 16 KiB). A field sent empty counts as left out, an unknown one is ignored, one sent twice is refused. Answers are JSON.',
  'A refusal is JSON, too: `error` is what a program decides by, `error_description` is for its developer, `requestId` is what to quote when you ask us. After 503, and after a lost answer, send the same request again: a refresh token that was just used gets the same successor.',
].join('\n\n')
