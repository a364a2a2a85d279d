/** The method section of `docs/evidence/performance.md`. */
export const method = [
  'Every target runs in a process of its own. In a round all targets are running, and one of them is under load at a time. ' +
    'For each load they take turns within seconds, so that other activity of the machine affects all of them. Each round ' +
    'restarts them. Tables show the median of the rounds, with minimum and maximum; ratios are medians of the ratios per round.',
  'The load generator is one more process on the same machine (`quality/benchmarks/load`, over `node:net`). A closed loop ' +
    'sends the next request of a connection when the response has arrived. An open loop sends requests at a constant rate ' +
    'and measures latency from the scheduled time of a request, which corrects coordinated omission. Its timer adds up to 1 ms.',
  'The generator checks every status, and the body or cookie of one response in 32. A target that responds otherwise is ' +
    'reported as failed. Each scenario is warmed up for 3 s, each load for 0.5 s.',
  'The product runs with everything that is on in production: the access log (to a file), audit events, rate limits, ' +
    'maintenance, `synchronous=FULL`. Requests rotate over 64 keys of 64 owners. Each refresh token is used once: the ' +
    'generator takes the oldest of 512 families and appends its successor. Sign-in links expire after 15 s: they are issued ' +
    'in batches before they are opened, and the time to issue them is not measured.',
  'A storm is 160 connections that send wrong passwords for unknown names, each from another network, from one more process. ' +
    'After 8 s, tokens are requested at a constant rate, and two users with the right password sign in again and again: one ' +
    'in a browser with an earlier sign-in, one in a new browser. While the server refuses for too many sign-ins, they try ' +
    'again after 0.5 s, and the time includes that.',
  'Memory is the resident set of the whole process, sampled five times per second under load. A cold start lasts from the ' +
    'start of the process to the first 200 of `/readyz`, with files in the page cache. Verification uses jose and the ' +
    'published keys. Growth fills databases with bulk statements and rotates over 512 keys from the whole index.',
] as const
