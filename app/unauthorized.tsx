/** Never shown: no page calls `unauthorized()`. Without this file every document carries Next's page. */
export default function Unauthorized() {
  return null
}
