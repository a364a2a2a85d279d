// Loaded before the server by with-node.mjs: ends it in order if its parent is killed and can't pass on a signal.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel by itself doesn't keep the process running.
process.channel?.unref()
