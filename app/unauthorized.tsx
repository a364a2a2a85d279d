/** Never shown: nothing calls `unauthorized()`. Without this file every document carries Next's page for it. */
export default function Unauthorized() {
  return null
}
