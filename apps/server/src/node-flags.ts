/** Node's command line flags for the server. */
export const nodeFlags: readonly string[] = [
    // SIGUSR1 would open the inspector, which can read every secret.
    '--disable-sigusr1',
    // The young generation grows to 96 MB. With 48 MB less memory is used under load, and a tenth
    // fewer requests are served under overload (`npm run bench overload`).
    '--max-semi-space-size=32',
    // V8 would allocate what survives a page of records among old objects at once. Once dead, they
    // keep all that they refer to until the next full collection: without them a sync takes a
    // quarter less processor time (`npm run bench syncs`).
    '--no-allocation-site-pretenuring'
];
