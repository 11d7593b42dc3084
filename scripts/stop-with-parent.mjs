// Loaded into each program that our scripts start. The channel closes when the script is gone, killed or not: then the program stops too.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
