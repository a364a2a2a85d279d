/** How it is measured, for the page. */
export const method = [
  'Every contestant runs in a process of its own. In a round all of them stand ready, and one is asked at a time: for each ' +
    'load they take turns within seconds, A B C …, so that whatever the machine does meanwhile, it does to all of them. For ' +
    'the next round they are started anew. What stands in a table is the median of the rounds, and from where to where they ' +
    'went; a ratio is the median of the ratios of the rounds.',
  'The load comes from one more process on the same machine. It is our own (`quality/benchmarks/load`, over `node:net`): it has to send ' +
    'another token with every refresh and another link with every opening, and on two processors whatever it costs is taken ' +
    'from those who are measured. Its share of a processor is printed beside every figure. Closed loop: every connection ' +
    'asks again as soon as it is answered. Open loop: requests are due at a fixed rate, and a wait is counted from the ' +
    'moment a request was due, whether or not it could be sent then, so that a server that stops answering for a while is ' +
    'not asked less for it. Up to a millisecond of each such wait is the timer of the load.',
  'Every status is looked at, and of one answer in 32 the members or the cookie; a contestant that answers anything else is ' +
    'reported as failed and not measured. Each work is warmed up for 3 s, each load for 0.5 s.',
  'Everything that is on in production is on in ours: the access log (to a file), audit events, limits against guessing, ' +
    'housekeeping, `synchronous=FULL`. Requests go round over 64 keys of as many owners. A refresh token is used once: the ' +
    'load takes the oldest of 512 families, and the answer’s token becomes the newest. Links live for 15 s, so they are ' +
    'fetched in batches right before they are opened, and the clock stands still while they are.',
  'Memory is that of the whole process (resident set), sampled five times a second while it is under load. A cold start ' +
    'goes from the start of the process to the first 200 of `/readyz`, its files being in the system’s cache. Verifying is ' +
    'what a service behind the issuer does with jose and the published keys. For growth, ' +
    'databases are filled by statements of many rows, and requests go round over 512 keys from all over the index.',
] as const
