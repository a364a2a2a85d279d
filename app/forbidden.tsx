/**
 * Never shown: only portal pages call `forbidden()`, and they have their own. Without this file every document carries
 * Next's.
 */
export default function Forbidden() {
  return null
}
