// Loaded into each program that our scripts start: it stops when the channel to the script closes.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
