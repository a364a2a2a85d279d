/** As little as a route handler can do. */
export function POST() {
  return Response.json({ accessToken: 'constant', expiresIn: 36_000, tokenType: 'Bearer', refreshToken: 'constant' })
}
